/** Yields the lines of a text that arrives in chunks. Only a line feed ends a line, because JSON may contain other separators. */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of source) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    for (const next of rest) {
      yield pieces.join('');
      pieces = [next];
    }
  }
  const last = pieces.join('') + decoder.decode();
  if (last !== '') yield last;
}
