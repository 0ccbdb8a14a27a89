"""Count how far two colours are apart for an eye, as WCAG 2 does: 1 is the same, 21 is black on white."""

Triplet = tuple[int, int, int]


def contrast(one: Triplet, other: Triplet) -> float:
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Triplet) -> float:
    red, green, blue = (linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
