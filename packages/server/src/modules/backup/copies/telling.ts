/** The pieces as they are, after somebody was told how many bytes there have been; what they throw ends the stream. */
export async function* reportProgressOf(
  content: AsyncIterable<Buffer>,
  report: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    await report(bytes);
    yield piece;
  }
}
