import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBase, addDoc } from '../../../../test/retrieval-harness.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { embedLocally } from '../recall/embed-texts.ts';
import { pruneRecalls } from '../recall/record-recall.ts';
import { type BasePlace, putVectors } from '../recall/vectors/read-vectors.ts';

interface Hit {
  readonly chunkId: number;
  readonly excerpt: string;
  readonly marks: readonly [number, number][];
  readonly score: number;
}
const texts = [
  '忘记密码时，点击登录页的“重置密码”设置新密码。',
  '会员到期前三天会收到提醒。',
  '退款在三个工作日内退回。',
];

describe.each(databaseKinds)('retrieval operations on %s', (kind) => {
  let space: ServiceHarness;
  let place: BasePlace;
  let ids: number[];
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    place = await addBase(space.foundation.database, '帮助');
    ids = await addDoc(space.foundation.database, place, '帮助中心', texts);
  });
  afterAll(() => space.drop());

  const ok = async <T = Record<string, unknown>>(path: string, body: unknown) => {
    const answer = await space.admin(path, body);
    if (answer.code !== 20_000) throw new Error(JSON.stringify(answer));
    return answer.data as T;
  };
  const records = async () => await ok<{ total: number; items: Record<string, unknown>[] }>('/recall-record/list', {});
  const knowledge = () => place.knowledgeId;

  it('compare two settings, mark results and repeat a search', async () => {
    const answer = await ok<{ recordId: number; hits: Hit[]; otherHits: Hit[]; mode: string }>('/recall-record/test', {
      knowledge: knowledge(),
      query: '怎么重置密码',
      otherMode: 'keyword',
      otherTopK: 1,
    });
    expect(answer.mode).toBe('hybrid');
    expect(answer.hits[0]?.chunkId).toBe(ids[0]);
    expect(answer.otherHits).toHaveLength(1);
    const marked = answer.hits[0]?.marks.map(([from, to]) => answer.hits[0]?.excerpt.slice(from, to));
    expect(marked).toContain('重置密码');
    const { items } = await records();
    expect(items.map(({ mode, source, resultCount }) => [mode, source, resultCount])).toEqual([
      ['keyword', 'test', 1],
      ['hybrid', 'test', answer.hits.length],
    ]);
    await ok('/recall-record/mark-bad', { id: answer.recordId, note: '第二条无关' });
    const again = await ok<{ hits: Hit[]; otherHits: Hit[] }>('/recall-record/rerun', {
      id: answer.recordId,
      mode: 'vector',
      topK: 1,
    });
    expect(again.hits.map(({ chunkId }) => chunkId)).toEqual([ids[0]]);
    expect(again.otherHits.map(({ chunkId }) => chunkId)).toEqual(answer.hits.map(({ chunkId }) => chunkId));
  });

  it('create golden questions, which match by content after a document is re-chunked', async () => {
    const { recordId } = await ok<{ recordId: number }>('/recall-record/test', {
      knowledge: knowledge(),
      query: '重置密码',
    });
    const saved = await ok<{ goldenId: number; chunks: string[] }>('/recall-record/save-golden', { id: recordId });
    expect(saved.chunks).toEqual([String(ids[0])]);
    expect((await space.admin('/recall-record/save-golden', { id: recordId })).code).toBe(42_200);
    await ok('/golden-question/create', { knowledgeId: knowledge(), query: '天气怎么样', chunks: [String(ids[1])] });
    const wrong = { knowledgeId: knowledge(), query: 'x', chunks: ['abc'] };
    expect((await space.admin('/golden-question/create', wrong)).errors.chunks).toHaveLength(1);
    const run = () => ok<{ items: Record<string, unknown>[] }>('/golden-question/run', requested);
    const requested = { knowledge: knowledge(), topK: 1, mode: 'keyword' };
    expect(await run()).toMatchObject({ questions: 2, passed: 1, recall: 50, lastRecall: null });
    const { database } = space.foundation;
    await database.transaction(async (tx) => {
      await tx
        .updateTable('know_chunks')
        .set({ id: 5000 })
        .where('id', '=', ids[0] ?? 0)
        .execute();
      const [content = ''] = texts;
      const entry = { chunkId: 5000, vector: embedLocally(content), texts: [content] };
      await putVectors({ tx, dialect: database.dialect }, place, [entry]);
    });
    const second = await run();
    expect(second).toMatchObject({ passed: 1, lastRecall: 50 });
    const [known] = second.items.filter(({ query }) => query === '重置密码');
    expect(known).toMatchObject({ pass: 'Passed', last: 'Passed', got: '5000', expected: String(ids[0]) });
    ids[0] = 5000;
  });

  it('test many questions from a CSV by chunk or document', async () => {
    const csv = `question,expected\n怎么重置密码,${ids[0]}\n"会员,到期",帮助中心\n不存在的东西 xyz,${ids[2]};12345\n`;
    const report = await ok<{ items: { query: string; rank: number | null }[] }>('/recall-record/batch-test', {
      knowledge: knowledge(),
      csv,
      topK: 1,
      mode: 'keyword',
    });
    expect(report).toMatchObject({ questions: 3, passed: 2, recall: 67, withoutHits: 1, k: 1 });
    expect(report.items[1]).toMatchObject({ query: '会员,到期', rank: 1 });
    expect((await space.admin('/recall-record/batch-test', { knowledge: knowledge(), csv: '\n' })).code).toBe(42_200);
    expect((await space.admin('/recall-record/test', { knowledge: 9_999, query: 'x' })).errors.knowledge).toHaveLength(
      1,
    );
  });

  it('count searches of the platform, record them while enabled and prune them after the retention', async () => {
    const api = space.api(await space.newClient({ scopes: ['knowledge'] }));
    const before = (await records()).total;
    const body = { knowledgeIds: [knowledge()], query: '会员提醒', source: 'chat' as const, userId: 7, topK: 1 };
    const answer = await api.call('knowledgeSearch', body);
    expect(answer.hits.map(({ chunkId }) => chunkId)).toEqual([ids[1]]);
    expect(answer.hits[0]?.content).toBe(texts[1]);
    expect(answer.recordIds).toHaveLength(1);
    const counted = await space.foundation.database.read
      .selectFrom('know_chunks')
      .select(['hit_count', 'version'])
      .where('id', '=', ids[1] ?? 0)
      .executeTakeFirst();
    expect(counted).toMatchObject({ hit_count: 1, version: 1 });
    await ok('/settings/save', {
      page: 'recall',
      group: 'records',
      version: 0,
      values: { recordLive: false, keepDays: 1 },
    });
    space.now += 2_000;
    expect((await api.call('knowledgeSearch', body)).recordIds).toEqual([]);
    expect((await records()).total).toBe(before + 1);
    await expect(api.call('knowledgeSearch', { ...body, knowledgeIds: [9_999] })).rejects.toThrow();
    const { database } = space.foundation;
    expect(await pruneRecalls(database, 1, space.now + 2 * 24 * 3_600_000)).toBeGreaterThan(0);
    expect((await records()).total).toBe(0);
  });

  it('reject deleting a base that the draft or the published version of an agent uses', async () => {
    const { knowledgeId } = await addBase(space.foundation.database, '在用');
    const { id: categoryId } = await ok<{ id: number }>('/agent-category/create', { name: '客服' });
    const body = { name: '客服', key: 'reader', categoryId, systemPrompt: '你是客服' };
    const made = await ok<{ id: number }>('/agent/create', { ...body, knowledgeBases: [{ knowledgeId }] });
    const drop = () => space.admin('/knowledge/delete', { id: knowledgeId, version: 1 });
    const inUse = {
      code: 40_901,
      data: { usages: [{ resource: 'agent', field: 'knowledgeBases', count: 1 }] },
    };
    expect(await drop()).toMatchObject(inUse);
    const { version } = await ok('/agent/publish', { id: made.id });
    const freed = await ok('/agent/update', { id: made.id, version, knowledgeBases: null });
    expect(freed.knowledgeBases).toBeNull();
    expect(await drop()).toMatchObject(inUse);
    await ok('/agent/publish', { id: made.id });
    expect((await drop()).code).toBe(20_000);
    const back = await space.admin('/agent/rollback', { id: made.id, no: 1 });
    expect(Object.keys(back.errors)).toEqual(['knowledgeBases']);
  });

  it('delete a base without documents together with its records and questions', async () => {
    const { database } = space.foundation;
    const base = await addBase(database, '空');
    await ok('/recall-record/test', { knowledge: base.knowledgeId, query: '什么都没有' });
    await ok('/golden-question/create', { knowledgeId: base.knowledgeId, query: '空', chunks: ['1'] });
    expect((await space.admin('/knowledge/delete', { id: knowledge(), version: 1 })).code).toBe(40_901);
    await ok('/knowledge/delete', { id: base.knowledgeId, version: 1 });
    const left = await database.read.selectFrom('golden_questions').select('id').where('query', '=', '空').execute();
    expect(left).toEqual([]);
  });
});
