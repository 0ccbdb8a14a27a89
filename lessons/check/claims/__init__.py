"""Claims: what the pages say in numbers is what the runs show."""
