/** The lines of a text that comes in pieces. Only a line feed ends one: what JSON leaves as it is ends none. */
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
