import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBase, addDoc } from '../../../../test/retrieval-harness.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { ModelError } from './call-model.ts';
import { readRanking } from './search-base.ts';

const getBody = (answer: unknown) => Buffer.from(JSON.stringify(answer));

describe('readRanking', () => {
  it.each([
    [
      'Cohere and Jina',
      {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.2 },
        ],
      },
    ],
    [
      'Voyage',
      {
        data: [
          { index: 0, relevance_score: 0.2 },
          { index: 1, relevance_score: 0.9 },
        ],
      },
    ],
    [
      'TEI',
      [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.2 },
      ],
    ],
  ])('parses the response format of %s', (_who, answer) => {
    expect([...readRanking(getBody(answer), 2)].sort(([one], [other]) => one - other)).toEqual([
      [0, 0.2],
      [1, 0.9],
    ]);
  });

  it('maps arbitrary scores to 0 to 1 in the same order', () => {
    const scores = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(scores, (given) => {
        const results = given.map((score, index) => ({ index, relevance_score: score }));
        const read = readRanking(getBody({ results }), given.length);
        for (const [at, score] of given.entries()) {
          expect(read.get(at)).toBeGreaterThanOrEqual(0);
          expect(read.get(at)).toBeLessThanOrEqual(1);
          const next = given[at + 1];
          if (next !== undefined && score > next)
            expect(read.get(at) ?? 0).toBeGreaterThanOrEqual(read.get(at + 1) ?? 1);
        }
      }),
    );
  });

  it.each([
    ['a place that is none', { results: [{ index: 2, relevance_score: 0.9 }] }],
    [
      'a place told twice',
      {
        results: [
          { index: 0, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.1 },
        ],
      },
    ],
    ['no number', { results: [{ index: 0, relevance_score: 'high' }] }],
    ['nothing', { results: [] }],
    ['something else', 'hello'],
  ])('rejects the entire response with %s', (_what, answer) => {
    expect(() => readRanking(getBody(answer), 2)).toThrow(ModelError);
  });
});

interface ReceivedRequest {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
}

describe('search with a rerank model', () => {
  let space: ServiceHarness;
  let host: Server;
  let status = 200;
  const requested: ReceivedRequest[] = [];
  let knowledgeId: number;
  let ids: number[];

  const ok = async <T = Record<string, unknown>>(path: string, body: unknown): Promise<T> => {
    const said = await space.admin(path, body);
    if (said.code !== 20_000) throw new Error(JSON.stringify(said));
    return said.data as T;
  };

  beforeAll(async () => {
    host = createServer((request, response) => {
      let text = '';
      request.on('data', (piece) => {
        text += String(piece);
      });
      request.on('end', () => {
        const body = JSON.parse(text) as ReceivedRequest;
        requested.push(body);
        // The last document gets the highest score.
        const results = body.documents.map((_document, index) => ({ index, relevance_score: (index + 1) / 10 }));
        const isThere = request.url === '/v1/rerank' && status === 200;
        response.writeHead(isThere ? 200 : status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isThere ? { results } : { error: 'no' }));
      });
    });
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
    const place = `127.0.0.1:${(host.address() as AddressInfo).port}`;
    space = await createServiceHarness('sqlite');
    const values = { publicHosts: [], privateHosts: [place] };
    await ok('/settings/save', { page: 'system', group: 'outbound', version: 0, values });
    space.now += 2_000;
    const key = { name: 'k', secret: 'sk-rerank-key-000', provider: 'openai', keyGroup: 'ranks' };
    await ok('/api-key/create', { ...key, baseUrl: `http://${place}/v1` });
    const model = { name: '重排', code: 'rerank-1', type: 'rerank', keyGroup: 'ranks', billingMode: 'free' };
    const { id: rerankModelId } = await ok<{ id: number }>('/ai-model/create', model);
    const base = await addBase(space.foundation.database, '重排', { rerankModelId });
    knowledgeId = base.knowledgeId;
    ids = await addDoc(space.foundation.database, base, '帮助', [
      '重置密码',
      '重置密码的方法',
      '忘记密码时重置密码的方法',
    ]);
  });
  afterAll(async () => {
    await space.drop();
    await new Promise((done) => host.close(done));
  });

  interface Answer {
    readonly recordId: number;
    readonly reranked: boolean;
    readonly notReranked: string | null;
    readonly hits: readonly { readonly chunkId: number; readonly score: number; readonly rerankScore: number | null }[];
  }
  const test = (more: object = {}) =>
    ok<Answer>('/recall-record/test', { knowledge: knowledgeId, query: '重置密码', topK: 2, ...more });

  it('reads more candidates and returns them in the order of the model', async () => {
    const plain = await test({ rerank: 'off' });
    expect(plain).toMatchObject({ reranked: false, notReranked: null });
    expect(requested).toEqual([]);
    const answer = await test();
    expect(requested).toHaveLength(1);
    expect(requested[0]).toMatchObject({ model: 'rerank-1', query: '重置密码' });
    expect(requested[0]?.documents).toHaveLength(3);
    expect(answer).toMatchObject({ reranked: true, notReranked: null });
    expect(answer.hits.map(({ rerankScore, score }) => [rerankScore, score])).toEqual([
      [0.3, 0.3],
      [0.2, 0.2],
    ]);
    expect(answer.hits.map(({ chunkId }) => chunkId)).not.toEqual(plain.hits.map(({ chunkId }) => chunkId));
    expect(await ok('/recall-record/get', { id: answer.recordId })).toMatchObject({ rerank: 'done' });
  });

  it('keeps the fusion order and reports it when the model fails', async () => {
    const plain = await test({ rerank: 'off' });
    status = 500;
    const answer = await test();
    expect(answer).toMatchObject({ reranked: false, notReranked: '500' });
    expect(answer.hits).toEqual(plain.hits);
    expect(await ok('/recall-record/get', { id: answer.recordId })).toMatchObject({ rerank: 'failed' });
    const api = space.api(await space.newClient({ scopes: ['knowledge'] }));
    const said = await api.call('knowledgeSearch', { knowledgeIds: [knowledgeId], query: '重置密码', topK: 2 });
    expect(said.notReranked).toEqual([knowledgeId]);
    expect(said.hits.map(({ chunkId }) => chunkId)).toEqual(plain.hits.map(({ chunkId }) => chunkId));
    status = 200;
  });

  it('fuses by rank on request and records the method', async () => {
    const answer = await test({ rerank: 'off', fusion: 'reciprocal', otherFusion: 'weighted' });
    expect(answer).toMatchObject({ fusion: 'reciprocal', rankConstant: 60, other: { fusion: 'weighted' } });
    expect(answer.hits[0]?.score).toBeGreaterThan(answer.hits[1]?.score ?? 1);
    expect(ids).toContain(answer.hits[0]?.chunkId);
    expect(await ok('/recall-record/get', { id: answer.recordId })).toMatchObject({
      fusion: 'reciprocal',
      rankConstant: 60,
      rerank: null,
    });
  });
});
