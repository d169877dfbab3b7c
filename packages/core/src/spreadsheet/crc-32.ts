const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
  return sum;
});

/** The CRC-32 by which a zip tells whether bytes are those that were packed. `seen` is that of the bytes before them. */
export function computeCrc32(bytes: Uint8Array, seen = 0): number {
  let sum = ~seen;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return ~sum >>> 0;
}
