import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBase, addDoc } from '../../../../test/retrieval-harness.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { ModelError } from './call-model.ts';
import { embedTexts, splitBatches } from './embed-texts.ts';

interface ReceivedRequest {
  readonly key: string;
  readonly model: string;
  readonly input: readonly string[];
}
type Answer = (requested: ReceivedRequest) => { readonly status: number; readonly body: unknown };

/** Creates a vector that identifies a text by its length. */
const getVector = (text: string) => [text.length, 1, 0];
const right: Answer = ({ input }) => ({
  status: 200,
  // Providers may return results in any order.
  body: {
    data: input.map((text, index) => ({ index, embedding: getVector(text) })).reverse(),
    usage: { total_tokens: input.length },
  },
});
const one =
  (embedding: unknown): Answer =>
  () => ({ status: 200, body: { data: [{ index: 0, embedding }] } });

describe('embedTexts with a provider', () => {
  let space: ServiceHarness;
  let host: Server;
  let model: RowOf<'ai_models'>;
  let answer: Answer;
  let requested: ReceivedRequest[];

  beforeAll(async () => {
    const getBody = async (request: IncomingMessage) => {
      let text = '';
      for await (const piece of request) text += String(piece);
      return JSON.parse(text) as Omit<ReceivedRequest, 'key'>;
    };
    host = createServer((request, response) => {
      void getBody(request).then((body) => {
        const one = { ...body, key: String(request.headers.authorization).replace('Bearer ', '') };
        requested.push(one);
        const { status, body: said } = request.url === '/v1/embeddings' ? answer(one) : { status: 404, body: {} };
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      });
    });
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
    const place = `127.0.0.1:${(host.address() as AddressInfo).port}`;
    space = await createServiceHarness('sqlite');
    await ok('/settings/save', {
      page: 'system',
      group: 'outbound',
      version: 0,
      values: { publicHosts: [], privateHosts: [place] },
    });
    space.now += 2_000;
    for (const [name, secret, priority] of [
      ['first', 'sk-first-key-000', 1],
      ['second', 'sk-second-key-00', 2],
    ] as const) {
      await ok('/api-key/create', {
        name,
        secret,
        priority,
        provider: 'openai',
        keyGroup: 'vectors',
        baseUrl: `http://${place}/v1`,
      });
    }
    const values = { name: '向量', code: 'text-embed', type: 'embedding', keyGroup: 'vectors', billingMode: 'free' };
    const { id } = await ok<{ id: number }>('/ai-model/create', values);
    model = await space.foundation.database.read
      .selectFrom('ai_models')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  });
  beforeEach(() => {
    answer = right;
    requested = [];
  });
  afterAll(async () => {
    await space.drop();
    await new Promise((done) => host.close(done));
  });

  const ok = async <T>(path: string, body: unknown): Promise<T> => {
    const said = await space.admin(path, body);
    if (said.code !== 20_000) throw new Error(JSON.stringify(said));
    return said.data as T;
  };
  const embed = (texts: readonly string[], dims: number | null = null) =>
    embedTexts(space.foundation, { model, texts, dims });
  const rejection = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof ModelError ? { reason: error.reason, mayRetry: error.mayRetry } : error),
    );
  const inFlight = async () => {
    const keys = await space.foundation.database.read.selectFrom('api_keys').select('in_flight').execute();
    return keys.reduce((sum, { in_flight }) => sum + Number(in_flight), 0);
  };

  it('sends texts in batches of limited size and returns normalized vectors in order', async () => {
    const texts = Array.from({ length: 70 }, (_, at) => 'x'.repeat(at));
    const { vectors, dims, tokens } = await embed(texts);
    expect(requested.map(({ input }) => input.length)).toEqual([64, 6]);
    expect(requested[0]).toMatchObject({ key: 'sk-first-key-000', model: 'text-embed' });
    expect([dims, tokens, vectors.length]).toEqual([3, 70, 70]);
    expect((vectors[69]?.[0] ?? 0) / (vectors[69]?.[1] ?? 1)).toBeCloseTo(69, 3);
    expect(Math.hypot(...(vectors[5] ?? []))).toBeCloseTo(1, 5);
    expect(
      splitBatches(Array.from({ length: 10 }, () => '汉'.repeat(32_000))).every((batch) => batch.length <= 2),
    ).toBe(true);
    expect(await inFlight()).toBe(0);
  });

  it('tries another key after a rejection and does not repeat a call that may have been charged', async () => {
    answer = (all) => (all.key === 'sk-first-key-000' ? { status: 429, body: {} } : right(all));
    expect((await embed(['a'])).dims).toBe(3);
    expect(requested.map(({ key }) => key)).toEqual(['sk-first-key-000', 'sk-second-key-00']);
    requested = [];
    answer = () => ({ status: 500, body: {} });
    expect(await rejection(embed(['a']))).toEqual({ reason: '500', mayRetry: false });
    expect(requested).toHaveLength(1);
    expect(await inFlight()).toBe(0);
    await space.foundation.database.transaction((tx) =>
      tx.updateTable('api_keys').set({ status: 'active', fail_streak: 0, cool_until: null }).execute(),
    );
  });

  it.each([
    ['other dimensions than the base has', one([1, 2]), 'dimensions'],
    ['no dimensions', one([]), 'dimensions'],
    ['a number that JSON cannot hold', one([1, null, 3]), 'number'],
    ['a number beyond all bounds', one([1e308, 1e308, 1e308]), 'number'],
    ['nothing but zeros', one([0, 0, 0]), 'number'],
    ['too few vectors', () => ({ status: 200, body: { data: [] } }), 'answer'],
    ['no JSON that is known', () => ({ status: 200, body: 'hello' }), 'answer'],
  ] satisfies readonly (readonly [string, Answer, string])[])(
    'is rejected whole with %s',
    async (_what, said, reason) => {
      answer = said;
      expect(await rejection(embed(['a'], 3))).toEqual({ reason, mayRetry: false });
      expect(await inFlight()).toBe(0);
    },
  );

  it('falls back to keywords in a hybrid search when the model fails', async () => {
    const { database } = space.foundation;
    const place = await addBase(database, '远端', { embeddingModelId: model.id });
    const [id] = await addDoc(database, place, '帮助', ['重置密码的方法']);
    answer = () => ({ status: 500, body: {} });
    const test = (mode: string) =>
      space.admin('/recall-record/test', { knowledge: place.knowledgeId, query: '重置密码', mode });
    const both = await test('hybrid');
    expect(both.data).toMatchObject({ degraded: '500', hits: [{ chunkId: id, vectorScore: null }] });
    expect((await test('vector')).code).toBe(40_902);
    answer = right;
    expect((await test('hybrid')).data).toMatchObject({ degraded: 'dimensions' });
  });
});
