import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCsvReader, parseCsvRows } from './csv-rows.ts';

it('reads the same rows regardless of how the text is split into pieces', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '文', ' ') });
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (full, positions) => {
      const reader = createCsvReader(',');
      const cuts = [...new Set([0, ...positions.filter((at) => at < full.length), full.length])].sort((a, b) => a - b);
      const pieces = cuts.map((from, at) => full.slice(from, cuts[at + 1] ?? full.length));
      const rows = pieces.flatMap((piece) => reader.read(piece));
      const last = reader.end();
      expect(reader.waiting).toBe(0);
      const inOne = createCsvReader(',');
      expect([...rows, ...last]).toEqual([...inOne.read(full), ...inOne.end()]);
    }),
  );
});

it.each([',,,,', '\n\n\n\n', '"a,b', 'a\n,,,,'])('counts characters without a complete row: %j', (text) => {
  const reader = createCsvReader(',');
  reader.read(text);
  expect(reader.waiting).toBe(4);
});

it('reads quotes, separators and line ends inside a cell', () => {
  expect(parseCsvRows('a;b\r\n"1;""2""\n3";\r\n\r\n;""\n"x"y;z')).toEqual([
    ['a', 'b'],
    ['1;"2"\n3', ''],
    ['xy', 'z'],
  ]);
});
