"""What is taught: lessons as data, and the rules of the cascade."""
