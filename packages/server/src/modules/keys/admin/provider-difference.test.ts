import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffProvider } from './sync-provider.ts';

const same = (code: string) => code;
const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));

describe('the difference between a provider and the catalogue', () => {
  it('is empty after the new models were added and the removed ones disabled', () => {
    fc.assert(
      fc.property(fc.array(ids, { minLength: 1, maxLength: 3 }), ids, (lists, own) => {
        const keys = lists.map((listed) => ({ listed, theirs: same }));
        const changes = diffProvider({ keyGroup: 'g', keys, own });
        const codes = (wanted: string) => changes.filter(({ change }) => change === wanted).map(({ code }) => code);
        const gone = codes('gone');
        const after = [...own.filter((code) => !gone.includes(code)), ...codes('new')];
        expect(new Set(after)).toEqual(new Set(lists.flat()));
        expect(diffProvider({ keyGroup: 'g', keys, own: after })).toEqual([]);
      }),
    );
  });

  it('reports no model as removed while an address of the group is not queried', () => {
    const keys = [{ listed: ['a'], theirs: same }];
    const partial = diffProvider({ keyGroup: 'g', isPartial: true, keys, own: ['b'] });
    expect(partial).toEqual([{ keyGroup: 'g', code: 'a', change: 'new' }]);
  });

  it('recognizes a model by the name that a key maps it to', () => {
    const theirs = (code: string) => (code === 'ours' ? 'theirs' : code);
    const keys = [{ listed: ['theirs', 'x'], theirs }];
    expect(diffProvider({ keyGroup: 'g', keys, own: ['ours'] })).toEqual([{ keyGroup: 'g', code: 'x', change: 'new' }]);
  });
});
