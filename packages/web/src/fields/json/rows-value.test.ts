import { boolean, integer, tags, text } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { createEmptyRow, moveItem, parseRows, withValue } from './rows-value.ts';

const label = { zh: '列', en: 'Column' };
const fields = { name: text(label), size: integer(label), open: boolean(label), words: tags(label) };

describe('list of objects', () => {
  it.each([
    ['nothing', null, []],
    ['no items', [], []],
    ['items that lack some', [{ name: 'a' }, {}], [{ name: 'a' }, {}]],
    ['a number that is still typed', [{ size: '12x' }], [{ size: '12x' }]],
    ['an unknown key', [{ name: 'a', other: 1 }], null],
    ['a key that every object has', [JSON.parse('{"__proto__":1}')], null],
    ['a number where a text belongs', [{ name: 1 }], null],
    ['a text where yes or no belongs', [{ open: 'yes' }], null],
    ['an object inside', [{ name: { deep: 1 } }], null],
    ['two words alike', [{ words: ['a', 'a'] }], null],
    ['no list', { name: 'a' }, null],
    ['a list of texts', ['a'], null],
  ])('is rows when nothing of it is lost: %s', (_, value, rows) => {
    expect(parseRows(value, fields)).toEqual(rows);
  });

  it('creates a row with its defaults, and stores no key for an empty value', () => {
    const row = createEmptyRow(fields);
    expect(row).toEqual({ open: false });
    const named = withValue(withValue(row, 'words', ['x'], fields), 'name', 'a', fields);
    expect(JSON.stringify(named)).toBe('{"name":"a","open":false,"words":["x"]}');
    expect(withValue(withValue(named, 'words', [], fields), 'name', null, fields)).toEqual({ open: false });
  });

  it('moves an item by one position, but not beyond the list', () => {
    expect(moveItem(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});
