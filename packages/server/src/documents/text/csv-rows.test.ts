import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvReader, csvRows } from './csv-rows.ts';

it('reads the same rows in whatever pieces they come', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '文', ' ') });
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, places) => {
      const reader = csvReader(',');
      const cuts = [...new Set([0, ...places.filter((at) => at < whole.length), whole.length])].sort((a, b) => a - b);
      const pieces = cuts.map((from, at) => whole.slice(from, cuts[at + 1] ?? whole.length));
      const rows = pieces.flatMap((piece) => reader.read(piece));
      const last = reader.end();
      expect(reader.waiting).toBe(0);
      const inOne = csvReader(',');
      expect([...rows, ...last]).toEqual([...inOne.read(whole), ...inOne.end()]);
    }),
  );
});

it.each([',,,,', '\n\n\n\n', '"a,b', 'a\n,,,,'])('counts what comes without a row: %j', (text) => {
  const reader = csvReader(',');
  reader.read(text);
  expect(reader.waiting).toBe(4);
});

it('reads quotes, separators and line ends inside a cell', () => {
  expect(csvRows('a;b\r\n"1;""2""\n3";\r\n\r\n;""\n"x"y;z')).toEqual([
    ['a', 'b'],
    ['1;"2"\n3', ''],
    ['xy', 'z'],
  ]);
});
