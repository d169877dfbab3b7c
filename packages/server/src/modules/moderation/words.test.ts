import type { ImportAnswer } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { rejected } from '../../../test/rejected.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { openDatabase } from '../../platform/store/open-database.ts';
import { createWordList } from './word-list.ts';

interface Tested {
  readonly action: string;
  readonly text: string;
  readonly normalized: string;
  readonly hits: readonly { word: string; start: number; end: number; allowed: boolean; wordId: number }[];
  readonly latencyMs: number;
  readonly latencyUs: number;
  readonly lexiconVersion: number;
}
interface Checked extends Tested {
  readonly enabled: boolean;
  readonly rejection: string | null;
  readonly violationId: number | null;
}

describe.each(databaseKinds)('banned words on %s', (kind) => {
  let harness: OperationHarness;
  beforeEach(async () => {
    harness = await createOperationHarness(kind);
  });
  afterEach(() => harness.drop());
  const add = (word: string, values: Record<string, unknown> = {}) =>
    harness.call<{ id: number; version: number }>('/banned-word/create', { word, ...values });
  const test = (body: Record<string, unknown>) => harness.call<Tested>('/banned-word/test', body);
  const check = (text: string, body: Record<string, unknown> = {}) =>
    harness.call<Checked>('/banned-word/check', { text, userId: 42, ...body });
  const violations = () => harness.database.read.selectFrom('violation_logs').selectAll().orderBy('id').execute();

  describe('banned-word/test', () => {
    it('shows each match with its position and rule, the normalized text and the result, and stores nothing', async () => {
      const { id } = await add('加微信', { action: 'mask' });
      const tested = await test({ text: '请加 微  信，领红包' });
      expect(tested).toMatchObject({ action: 'mask', normalized: '请加 微 信,领红包' });
      expect(tested.hits).toMatchObject([{ wordId: id, word: '加微信', start: 1, end: 7, allowed: false }]);
      expect(tested.text).toBe('请***，领红包');
      expect(Number.isInteger(tested.latencyMs) && Number.isInteger(tested.latencyUs)).toBe(true);
      expect(await violations()).toEqual([]);
    });

    it('tests an unsaved word together with saved ones', async () => {
      await add('刷单', { action: 'warn' });
      const tested = await test({ text: '刷单和跑分', word: '跑分' });
      expect(tested.action).toBe('block');
      expect(tested.hits.map(({ word, wordId }) => [word, wordId > 0])).toEqual([
        ['刷单', true],
        ['跑分', false],
      ]);
    });

    it('shows a hit inside an allowed phrase as allowed', async () => {
      await add('网络赌博');
      await harness.call('/allow-word/create', { phrase: '抵制网络赌博' });
      const tested = await test({ text: '一起抵制网络赌博' });
      expect(tested.action).toBe('pass');
      expect(tested.hits).toMatchObject([{ word: '网络赌博', allowed: true }]);
    });

    it('rejects a pattern that cannot be used, by field', async () => {
      const errors = await rejected(test({ text: 'a', word: '(a', match: 'regex' }));
      expect(errors).toEqual({ word: ['The pattern cannot be used: the syntax is invalid ((a)'] });
    });
  });

  describe('variants of a word', () => {
    it('match once they are stored, and stop matching once they are cleared', async () => {
      const { id, version } = await add('casino', { variants: ['leet', 'repeats'] });
      expect(await check('c4s1n0')).toMatchObject({ action: 'block' });
      expect(await check('caaasino')).toMatchObject({ action: 'block' });
      const cleared = await harness.call('/banned-word/update', { id, version, variants: null });
      expect(cleared).toMatchObject({ variants: null });
      expect((await test({ text: 'c4s1n0 caaasino' })).hits).toEqual([]);
      expect(await test({ text: 'casino' })).toMatchObject({ action: 'block' });
    });

    it('are imported with a word', async () => {
      const rows = [{ line: 2, values: { word: 'casino', variants: ['leet'] } }];
      expect(await harness.call('/banned-word/import', { rows, onConflict: 'error' })).toMatchObject({ created: 1 });
      expect(await check('c4s1n0')).toMatchObject({ action: 'block' });
      expect(await check('caaasino')).toMatchObject({ action: 'pass' });
    });

    it('can be tested for an unsaved word or one saved without them, and each hit is listed once', async () => {
      const text = 'c4s1n0 casino';
      const unsaved = await test({ text, word: 'casino', variants: ['leet'] });
      expect(unsaved.hits.map(({ start, end }) => text.slice(start, end))).toEqual(['c4s1n0', 'casino']);
      await add('casino');
      const saved = await test({ text, word: 'casino', variants: ['leet'] });
      expect(saved.hits.map(({ start, wordId }) => [start, wordId > 0])).toEqual([
        [0, false],
        [7, true],
      ]);
    });

    it.each(['regex', 'pinyin'])('are rejected for the match %s', async (match) => {
      expect(await rejected(add('casino', { match, variants: ['leet'] }))).toHaveProperty('variants');
    });
  });

  describe('two spellings that normalize alike', () => {
    it.each([
      ['casino', 'Casino'],
      ['casino', 'ｃａｓｉｎｏ'],
      ['法轮功', '法輪功'],
      ['加微信', '加\u200b微信'],
      ['café', 'cafe'],
    ])(
      'are the same word: after %s, %s is rejected on create and update with a reference to the existing word',
      async (word, other) => {
        const { id } = await add(word);
        const named = `${word} (#${id})`;
        expect((await rejected(add(other)))?.word?.[0]).toContain(named);
        const { id: edited, version } = await add('another');
        const edit = harness.call('/banned-word/update', { id: edited, version, word: other });
        expect((await rejected(edit))?.word?.[0]).toContain(named);
      },
    );

    it('are the same word in an import: within the list, within one file, and when updating', async () => {
      const { id } = await add('casino', { remark: 'first' });
      const load = (onConflict: string, ...words: readonly string[]) =>
        harness.call<ImportAnswer>('/banned-word/import', {
          onConflict,
          rows: words.map((word, at) => ({ line: at + 2, values: { word, remark: 'second' } })),
        });
      const refused = await load('error', 'Casino', '法轮功', '法輪功');
      expect(refused).toMatchObject({ created: 1, failed: 2 });
      expect(refused.errors.map(({ line, errors }) => [line, errors.word?.[0]])).toEqual([
        [2, expect.stringContaining(`casino (#${id})`)],
        [4, expect.stringContaining('3')],
      ]);
      expect(await load('skip', 'CASINO')).toMatchObject({ created: 0, skipped: 1 });
      expect(await load('update', 'CASINO')).toMatchObject({ created: 0, updated: 1 });
      expect(await harness.call('/banned-word/get', { id })).toMatchObject({ word: 'CASINO', remark: 'second' });
    });

    it('are different words if their match differs or if they are opposite patterns', async () => {
      await add('casino');
      await add('Casino', { match: 'contains' });
      await add('a\\d', { match: 'regex' });
      await add('a\\D', { match: 'regex' });
      expect(await rejected(add('A\\D', { match: 'regex' }))).toHaveProperty('word');
    });
  });

  describe('regular expressions', () => {
    it.each([
      ['(?=a)', 'back-references, look-around and possessive quantifiers are not supported'],
      ['a*', 'it matches the empty string and therefore every text'],
      ['(?:(?:a{1,100}){1,10}){1,10}', 'it is too complex; split it into several words'],
    ])('rejects %s when a word is created', async (word, why) => {
      const errors = await rejected(add(word, { match: 'regex' }));
      expect(errors?.word?.[0]).toContain(`The pattern cannot be used: ${why}`);
    });

    it('rejects an invalid pattern when a word is changed to one', async () => {
      const { id, version } = await add('(a');
      const errors = await rejected(harness.call('/banned-word/update', { id, version, match: 'regex' }));
      expect(Object.keys(errors ?? {})).toEqual(['word']);
    });

    it('matches a valid pattern', async () => {
      await add('1[3-9]\\d{9}', { match: 'regex', action: 'mask' });
      expect((await test({ text: '电话 13812345678。' })).text).toBe('电话 ***。');
    });
  });

  it('rejects a word of invisible characters only', async () => {
    expect(await rejected(add('\u{2060}\u{2060}'))).toHaveProperty('word');
  });

  describe('word list', () => {
    it('applies every change immediately', async () => {
      const versions: number[] = [];
      const look = async () => {
        const { action, lexiconVersion } = await test({ text: '这是示例词' });
        versions.push(lexiconVersion);
        return action;
      };
      expect(await look()).toBe('pass');
      const { id, version } = await add('示例词');
      expect(await look()).toBe('block');
      await harness.call('/banned-word/update', { id, version, action: 'review' });
      expect(await look()).toBe('review');
      await harness.call('/banned-word/disable', { id });
      expect(await look()).toBe('pass');
      await harness.call('/banned-word/enable', { id });
      expect(await look()).toBe('review');
      await harness.call('/banned-word/delete', { id, version: version + 3 });
      expect(await look()).toBe('pass');
      expect(new Set(versions.slice(0, 5)).size).toBe(5);
      // The last list has the same content as the first one: nothing.
      expect(versions.at(-1)).toBe(versions[0]);
    });

    it('picks up changes made by another process', async () => {
      const place = harness.place;
      const second = openDatabase(place);
      const list = createWordList(second);
      expect((await list.getRecent()).words).toEqual([]);
      await add('示例词');
      await expect.poll(async () => (await list.getRecent()).words.length).toBe(1);
      await second.close();
    });
  });

  describe('banned-word/check', () => {
    it('records the text, counts the hit and notifies admins', async () => {
      const { id } = await add('刷单兼职', { category: 'ad' });
      const text = `${'前'.repeat(60)}刷单兼职${'后'.repeat(60)}`;
      const checked = await check(text, { scope: 'prompt', source: 'draw' });
      expect(checked).toMatchObject({ enabled: true, action: 'block', rejection: '内容包含违禁信息，请修改后再试。' });
      expect(await violations()).toMatchObject([
        {
          id: checked.violationId,
          user_id: 42,
          source: 'draw',
          scope: 'prompt',
          excerpt: `…${'前'.repeat(40)}刷单兼职${'后'.repeat(40)}…`,
          words: '["刷单兼职"]',
          action_taken: 'block',
          handled: 'open',
        },
      ]);
      const { hitCount, lastHitAt, version } = await harness.call('/banned-word/get', { id });
      expect([hitCount, lastHitAt, version]).toEqual([1, harness.engine.now, 1]);
      const reported = await harness.database.read.selectFrom('notifications').selectAll().execute();
      expect(reported).toMatchObject([{ event: 'violationOpened', type: 'todo', happened: 1 }]);
    });

    it('counts the violation for its author', async () => {
      await add('刷单兼职', { category: 'ad' });
      const { id } = await harness.call<{ id: number }>('/user/create', { username: 'a-spammer' });
      for (const text of ['刷单兼职', '今天天气不错', '又是刷单兼职']) await check(text, { userId: id });
      expect(await harness.call('/user/get', { id })).toMatchObject({ violationCount: 2 });
      const filters = { violationCount: { from: 2 } };
      expect(await harness.call('/user/list', { filters })).toMatchObject({ total: 1, items: [{ id }] });
    });

    it('accepts a clean text without a trace', async () => {
      expect(await check('今天天气不错')).toMatchObject({ action: 'pass', violationId: null, rejection: null });
      expect(await violations()).toEqual([]);
    });

    it('masks a match', async () => {
      await add('加微信', { action: 'mask', replacement: '**' });
      expect(await check('请加微信')).toMatchObject({ action: 'mask', text: '请**', rejection: null });
    });

    it('applies a word only in its scope', async () => {
      await add('坏词', { scope: ['nickname'] });
      expect((await check('坏词')).action).toBe('pass');
      expect((await check('坏词', { scope: 'nickname' })).action).toBe('block');
    });

    it('accepts everything while checks are disabled', async () => {
      await add('坏词');
      await harness.set('content', { bannedWordsEnabled: false });
      expect(await check('坏词')).toMatchObject({ enabled: false, action: 'pass', hits: [], violationId: null });
    });

    it('returns the rejection message of the settings', async () => {
      await add('坏词');
      await harness.set('content', { formatRejection: '请换个说法' });
      expect((await check('坏词')).rejection).toBe('请换个说法');
    });

    it('records a check that is sent twice with one key once', async () => {
      await add('坏词');
      const body = { text: '坏词', userId: 42 };
      const first = await harness.call<Checked>('/banned-word/check', body, { key: 'k-1' });
      const second = await harness.call<Checked>('/banned-word/check', body, { key: 'k-1' });
      expect(second.violationId).toBe(first.violationId);
      expect(await violations()).toHaveLength(1);
    });
  });
});
