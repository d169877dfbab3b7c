import { describe, expect, it } from 'vitest';
import { withFullAccess } from '../access/index.ts';
import { catalogue, createSkeletons, findResource } from '../catalog/index.ts';
import { findRecords, listSearchableResources } from './record-actions.ts';

const named = (name: string) => findResource(catalogue, name) ?? expect.fail(name);

describe('listSearchableResources', () => {
  const names = (role: string) =>
    listSearchableResources(createSkeletons(catalogue), catalogue.screens, withFullAccess(role)).map(
      ({ name }) => name,
    );

  it('returns the resources that a role may read and whose title is searchable', () => {
    expect(names('admin')).toContain('bannedWord');
    expect(names('admin')).not.toContain('auditLog');
    expect(names('admin')).not.toContain('dataset');
    const own = new Set(names('admin'));
    expect(names('user').every((name) => own.has(name))).toBe(true);
    expect(names('user')).not.toContain('admin');
    expect(names('')).toEqual([]);
  });
});

describe('findRecords', () => {
  const resources = [named('bannedWord'), named('allowWord'), named('notice')];
  const answer = {
    items: [
      { resource: 'notice', id: 3, title: 'Spam notice' },
      { resource: 'admin', id: 1, title: 'spam' },
      { resource: 'bannedWord', id: 1, title: 'spam' },
      { resource: 'allowWord', id: 2, title: '' },
    ],
  };

  it('makes one call and returns records of the given resources in their order', async () => {
    const requested: unknown[] = [];
    const call = async (path: string, body: object) => {
      requested.push([path, body]);
      return answer;
    };
    const found = await findRecords(resources, 'spam', call, new AbortController().signal);
    expect(requested).toEqual([['/record/find', { keyword: 'spam' }]]);
    expect(found.map(({ title, to }) => [title, to])).toEqual([
      ['spam', '/ai/ai_limit_text?tab=banned-word&id=1'],
      ['#2', '/ai/ai_limit_text?tab=allow-word&id=2'],
      ['Spam notice', '/news/notice-table?tab=notice&id=3'],
    ]);
  });

  it('returns nothing when the call is rejected or aborted, or the keyword is too long', async () => {
    const stop = new AbortController();
    const late = async () => {
      stop.abort();
      return answer;
    };
    const reject = () => Promise.reject(new Error('rejected'));
    const { signal } = new AbortController();
    expect(await findRecords(resources, 'spam', late, stop.signal)).toEqual([]);
    expect(await findRecords(resources, 'spam', reject, signal)).toEqual([]);
    expect(await findRecords(resources, 'x'.repeat(256), async () => answer, signal)).toEqual([]);
  });
});
