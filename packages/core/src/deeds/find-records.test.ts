import { describe, expect, it } from 'vitest';
import type { ListAnswer } from '../api/index.ts';
import { catalogue, resourceNamed, sketchesOf } from '../catalogue/index.ts';
import { type FoundRecord, findRecords, searchedResources } from './find-records.ts';

const answer = (...items: object[]): ListAnswer => ({
  items: items as ListAnswer['items'],
  total: items.length,
  totalIsCapped: false,
  nextCursor: null,
  summary: null,
});
const named = (name: string) => resourceNamed(catalogue, name) ?? expect.fail(name);

describe('what is looked through', () => {
  const names = (role: string) =>
    searchedResources(sketchesOf(catalogue), catalogue.screens, role).map(({ name }) => name);

  it('is what a role may read, found by its title', () => {
    expect(names('admin')).toContain('bannedWord');
    expect(names('admin')).not.toContain('auditLog');
    const own = new Set(names('admin'));
    expect(names('user').every((name) => own.has(name))).toBe(true);
    expect(names('user')).not.toContain('admin');
    expect(names('')).toEqual([]);
  });
});

describe('looking for records', () => {
  it('tells what was found so far in the order of the resources, and passes over what is refused', async () => {
    const resources = [named('bannedWord'), named('allowWord'), named('notice')];
    const told: (readonly FoundRecord[])[] = [];
    const list = async (path: string) => {
      if (path === '/allow-word/list') throw new Error('refused');
      return path === '/notice/list' ? answer({ id: 3, title: 'Spam notice' }) : answer({ id: 1, word: 'spam' });
    };
    await findRecords(resources, 'spam', list, new AbortController().signal, (found) => told.push(found));
    expect(told.at(-1)?.map(({ title, to }) => [title, to])).toEqual([
      ['spam', '/ai/ai_limit_text?tab=banned-word&id=1'],
      ['Spam notice', '/news/notice-table?tab=notice&id=3'],
    ]);
  });

  it('asks nothing more once it was called off, and tells nothing', async () => {
    const stop = new AbortController();
    let asked = 0;
    const list = async () => {
      asked += 1;
      stop.abort();
      return answer({ id: 1, word: 'late' });
    };
    const told: unknown[] = [];
    const resources = Array.from({ length: 20 }, () => named('bannedWord'));
    await findRecords(resources, 'late', list, stop.signal, (found) => told.push(found));
    expect(asked).toBeLessThanOrEqual(4);
    expect(told).toEqual([]);
  });
});
