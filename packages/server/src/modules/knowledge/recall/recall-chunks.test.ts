import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBase, addDoc } from '../../../../test/retrieval-harness.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../../test/test-database.ts';
import { openDatabase } from '../../../platform/store/open-database.ts';
import { embedLocally } from './embed-texts.ts';
import type { RecallMode } from './fuse.ts';
import { retrieveChunks } from './recall-chunks.ts';
import { type BasePlace, dropGeneration, dropVectors, putVectors, WrongDimensions } from './vectors/read-vectors.ts';
import { createVectorCache, ForeignQuestion, type VectorCache } from './vectors/vector-cache.ts';

const texts = [
  '忘记密码时，点击登录页的“重置密码”，按短信提示设置新密码。',
  '会员到期前三天会收到提醒，续费后有效期顺延。',
  '退款在三个工作日内原路退回，已使用的点数不退。',
  'Reset the password from the sign-in page; a code is sent by text message.',
  '上传文件不超过 20 MB，支持 PDF、Word 与纯文本。',
];

describe.each(databaseKinds)('chunk retrieval on %s', (kind) => {
  let testDatabase: TestDatabase;
  let vectors: VectorCache;
  let place: BasePlace;
  let ids: number[];
  beforeAll(async () => {
    testDatabase = await createTestDatabase(kind);
    vectors = createVectorCache();
    place = await addBase(testDatabase.database, '帮助');
    ids = await addDoc(testDatabase.database, place, '帮助中心', texts);
    // Another base with the same content must never be found from this one.
    await addDoc(testDatabase.database, await addBase(testDatabase.database, '别处'), '别处', texts);
  });
  afterAll(() => testDatabase.drop());

  const prompt = (
    query: string,
    mode: RecallMode,
    more: { topK?: number; scoreMin?: number; cache?: VectorCache } = {},
  ) => {
    const { topK = 3, scoreMin = 0 } = more;
    const together = { fusion: 'weighted', rankConstant: 60, vectorWeight: 0.7, rerank: false } as const;
    const rule = { mode, topK, scoreMin, ...together };
    const question = embedLocally(query);
    return retrieveChunks(testDatabase.database, more.cache ?? vectors, {
      place,
      chunks: texts.length,
      query,
      question,
      rule,
    });
  };
  const found = async (...requested: Parameters<typeof prompt>) =>
    (await prompt(...requested)).map(({ chunkId }) => chunkId);
  const write = (run: Parameters<typeof testDatabase.database.transaction>[0]) =>
    testDatabase.database.transaction(run);
  const scope = (tx: Parameters<Parameters<typeof testDatabase.database.transaction>[0]>[0]) => ({
    tx,
    dialect: testDatabase.database.dialect,
  });

  it.each(['hybrid', 'vector', 'keyword'] as const)('finds Chinese and English by %s', async (mode) => {
    expect((await found('怎么重置密码', mode))[0]).toBe(ids[0]);
    expect((await found('how to reset my password', mode))[0]).toBe(ids[3]);
    expect(await found('退款要多久', mode)).toContain(ids[2]);
  });

  it('returns the score of each search method', async () => {
    const [first] = await prompt('怎么重置密码', 'hybrid');
    expect(first).toMatchObject({ rank: 1, keywordRank: 1, vectorRank: 1 });
    expect(first?.words).toEqual(expect.arrayContaining(['重置', '密码']));
    expect(first?.score).toBeCloseTo(0.7 * (first?.vectorScore ?? 0) + 0.3 * (first?.keywordScore ?? 0), 6);
    expect((await prompt('怎么重置密码', 'keyword')).every(({ vectorScore }) => vectorScore === null)).toBe(true);
    expect(await found('怎么重置密码', 'hybrid', { scoreMin: 0.99 })).toEqual([]);
    expect(await found('%_"\'*', 'keyword')).toEqual([]);
  });

  it('skips disabled chunks and reads further to find enough', async () => {
    const set = (enabled: number, where: readonly number[]) =>
      write((tx) => tx.updateTable('know_chunks').set({ enabled }).where('id', 'in', where).execute());
    await set(0, [ids[0] ?? 0]);
    expect(await found('怎么重置密码', 'hybrid')).not.toContain(ids[0]);
    await set(1, [ids[0] ?? 0]);
    const archive = (archived: number) =>
      write((tx) => tx.updateTable('know_docs').set({ archived }).where('name', '=', '帮助中心').execute());
    await archive(1);
    expect(await found('怎么重置密码', 'hybrid')).toEqual([]);
    await archive(0);
    expect((await found('怎么重置密码', 'hybrid'))[0]).toBe(ids[0]);
  });

  it('applies committed changes in every process and ignores rolled-back ones', async () => {
    const elsewhere = openDatabase(testDatabase.place, {});
    try {
      const [id = 0] = await addDoc(elsewhere, place, '新文档', ['发票在订单详情里开具，三天内发到邮箱。']);
      expect((await found('在订单里开具发票', 'vector'))[0]).toBe(id);
      const vector = embedLocally('夜间模式在设置里切换');
      const entry = { chunkId: id, vector, texts: ['夜间模式在设置里切换'] };
      const undone = elsewhere.transaction(async (tx) => {
        await putVectors({ tx, dialect: elsewhere.dialect }, place, [entry]);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect((await found('在订单里开具发票', 'vector'))[0]).toBe(id);
      await elsewhere.transaction((tx) => putVectors({ tx, dialect: elsewhere.dialect }, place, [entry]));
      const [moved] = await prompt('夜间模式在设置里切换', 'vector');
      expect(moved?.chunkId).toBe(id);
      expect(moved?.vectorScore).toBeGreaterThan(0.99);
      await elsewhere.transaction((tx) => dropVectors({ tx, dialect: elsewhere.dialect }, place, [id]));
      expect(await found('夜间模式在设置里切换', 'vector', { topK: 50 })).not.toContain(id);
      expect(await found('夜间模式', 'keyword')).not.toContain(id);
    } finally {
      await elsewhere.close();
    }
  });

  it('returns the same results without cache memory', async () => {
    const tiny = createVectorCache(1);
    expect(await found('会员续费', 'hybrid', { cache: tiny })).toEqual(await found('会员续费', 'hybrid'));
    expect(tiny.bytes).toBe(0);
    expect(vectors.bytes).toBeGreaterThan(0);
  });

  it('rejects vectors of another model', async () => {
    const entry = { chunkId: ids[0] ?? 0, vector: new Float32Array([1, 0]), texts: [] };
    await expect(write((tx) => putVectors(scope(tx), place, [entry]))).rejects.toBeInstanceOf(WrongDimensions);
    const requested = vectors.prompt(testDatabase.database.read, place, new Float32Array([1, 0]));
    await expect(requested).rejects.toBeInstanceOf(ForeignQuestion);
  });

  it('deletes an index version completely', async () => {
    const old = await addBase(testDatabase.database, '旧');
    await addDoc(testDatabase.database, old, '旧', texts);
    while (await testDatabase.database.transaction((tx) => dropGeneration(scope(tx), old)));
    const near = await vectors.prompt(testDatabase.database.read, old, embedLocally('密码'));
    expect(await near.nearest(10)).toEqual([]);
  });
});
