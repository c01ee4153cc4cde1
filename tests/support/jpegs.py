"""Pictures for tests: grey JPEGs that every browser draws, and segments to put into them that nobody wants there."""

START, END = b"\xff\xd8", b"\xff\xd9"
# The camera was held upright (6: turned to the right), and where it was.
EXIF = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS 48.2082 N"
XMP = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>"


def segment(kind, content):
    return bytes([0xFF, kind]) + (len(content) + 2).to_bytes(2, "big") + content


JFIF = segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0")


def jpeg(width=32, height=24, shade=lambda x, y: 16 * (x + y) % 256, extra=b"", trailing=b""):
    """A picture of squares of 8 points, each as bright as `shade` says of its place; `extra` stands before its data."""
    frame = b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + b"\x01\x01\x11\x00"
    tables = segment(0xDB, b"\0" + bytes([8] * 64))
    tables += segment(0xC4, b"\x00" + bytes([0, 0, 0, 9, *[0] * 12]) + bytes(range(9)))  # codes of four bits
    tables += segment(0xC4, b"\x10" + bytes([1, *[0] * 15]) + b"\0")  # one code of one bit: the end of a square
    shades = [shade(x, y) for y in range(-(-height // 8)) for x in range(-(-width // 8))]
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + _scan(shades)
    return START + JFIF + extra + tables + segment(0xC0, frame) + scan + END + trailing


def _scan(shades):
    bits, before = [], 0
    for shade in shades:
        change, before = shade - 128 - before, shade - 128
        size = abs(change).bit_length()
        value = change if change >= 0 else change + (1 << size) - 1
        bits.append(f"{size:04b}" + (f"{value:0{size}b}" if size else "") + "0")
    text = "".join(bits)
    text += "1" * (-len(text) % 8)
    data = bytes(int(text[at : at + 8], 2) for at in range(0, len(text), 8))
    return data.replace(b"\xff", b"\xff\0")
