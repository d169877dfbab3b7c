import { type Fields, paragraph, text } from '@gantry/core';
import { expect, it } from 'vitest';
import { pairRows } from '../action/action-dialog.tsx';

const label = { zh: '项', en: 'Item' };
const short = (names: string): Fields => Object.fromEntries([...names].map((name) => [name, text(label)]));

it('puts few fields in single rows and many in pairs, except for long ones', () => {
  expect(pairRows(short('abcdef'))).toEqual([...'abcdef'].map((name) => [name]));
  const many: Fields = { ...short('abc'), note: paragraph(label), ...short('defg') };
  expect(pairRows(many)).toEqual([['a', 'b'], ['c'], ['note'], ['d', 'e'], ['f', 'g']]);
});
