import { randomUUID } from 'node:crypto';
import { aiSettings, type Field, type ServiceApiClient } from '@gantry/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelHost, modelHost } from '../../../test/model-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

/** Returns a valid value that differs from the default. */
function unlike(field: Field): unknown {
  if (field.kind === 'boolean') return field.default !== true;
  if (field.kind === 'integer') return Number(field.default) + 1;
  if (field.kind === 'choice') return Object.keys(field.options).find((name) => name !== field.default);
  return 'Another text';
}

describe.each(databaseKinds)('models on %s', (kind) => {
  let space: ServiceHarness;
  let host: ModelHost;
  let api: ServiceApiClient;
  let token: string;
  beforeAll(async () => {
    host = await modelHost();
    space = await createServiceHarness(kind);
    const credentials = await space.newClient();
    api = space.api(credentials);
    token = `${credentials.clientId}.${credentials.secret}`;
    await prompt('/settings/save', {
      page: 'system',
      group: 'outbound',
      version: 0,
      values: { privateHosts: [host.host] },
    });
  });
  afterAll(async () => {
    await space.drop();
    await host.stop();
  });

  const prompt = async (path: string, body: unknown) => {
    const answer = await space.admin(path, body);
    if (answer.code !== 20000) throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const newModel = async (values: Readonly<Record<string, unknown>> = {}) => {
    const code = `m-${randomUUID()}`;
    const made = await prompt('/ai-model/create', { name: code, code, priceIn: 10, priceOut: 30, ...values });
    return { id: Number(made.id), version: Number(made.version), code };
  };
  const newUser = async () => (await api.call('userRegister', { username: randomUUID() })).userId;
  const aiGroups = async () =>
    (await prompt('/settings/get', { page: 'ai' })).groups as Record<string, { readonly version: number }>;
  const saveDefaults = async (values: object) => {
    const version = (await aiGroups()).defaults?.version;
    await prompt('/settings/save', { page: 'ai', group: 'defaults', version, values });
  };
  const history = async (id: number) =>
    (await prompt('/model-price/list', { filters: { modelId: { from: id, to: id } } })).items as Record<
      string,
      unknown
    >[];

  test('record every price change, whichever action makes it', async () => {
    const { id, version } = await newModel();
    const start = space.now;
    space.now += 1000;
    await prompt('/ai-model/update', { id, version, priceIn: 12 });
    await prompt('/ai-model/update', { id, version: version + 1, description: 'no price' });
    expect((await prompt('/ai-model/preview-prices', { factorBps: 15_000 })).items).toContainEqual(
      expect.objectContaining({ id, priceIn: '12 → 18', priceOut: '30 → 45' }),
    );
    const raised = await space.admin('/ai-model/batch', {
      action: 'changePrices',
      ids: [id],
      params: { factorBps: 15_000 },
    });
    expect(raised.data).toMatchObject({ affected: 1 });
    expect(await prompt('/ai-model/get', { id })).toMatchObject({ priceIn: 18, priceOut: 45, minCharge: 1 });
    expect(await history(id)).toMatchObject([
      { priceIn: 18, priceOut: 45 },
      { priceIn: 12, priceOut: 30, effectiveAt: start + 1000, actor: 'First' },
      { priceIn: 10, priceOut: 30, billingMode: 'perToken', effectiveAt: start },
    ]);
    const change = space.foundation.database.transaction((tx) =>
      tx.updateTable('model_prices').set({ price_in: 0 }).execute(),
    );
    await expect(change).rejects.toThrow();
  });

  test('reject a use that is too expensive, naming the larger token count', async () => {
    const { id } = await newModel({ priceOut: 1_000_000 });
    const words = ['The usage is too large. One use may cost at most 1,000,000,000 credits.'];
    const huge = await space.admin('/ai-model/quote', { id, completionTokens: 1_000_000_000 });
    expect([huge.code, huge.errors]).toEqual([42_200, { completionTokens: words }]);
    const use = { promptTokens: 0, completionTokens: 1_000_000_000 };
    const asked = { userId: await newUser(), capability: 'chat', modelId: id, use };
    const quoted = await space.service('/billing/quote', asked, token);
    expect([quoted.code, Object.values(quoted.errors)]).toEqual([42_200, [words]]);
  });

  test("are priced for a user, including the user's balance", async () => {
    const { id } = await newModel();
    const userId = await newUser();
    const use = { promptTokens: 1500, completionTokens: 100 };
    const quote = () => api.call('billingQuote', { userId, capability: 'chat', modelId: id, use });
    expect(await quote()).toMatchObject({ asset: 'compute', amount: 18, available: 0, enough: false });
    await prompt('/user/adjust-balance', { id: userId, asset: 'compute', amount: 18, reason: 'for a test' });
    expect(await quote()).toMatchObject({ amount: 18, available: 18, enough: true });
    expect(await api.call('billingQuote', { userId, capability: 'chat', asset: 'coin', amount: 3 })).toMatchObject({
      amount: 3,
      enough: false,
    });
    expect(await prompt('/ai-model/quote', { id, promptTokens: 1500, completionTokens: 100 })).toMatchObject({
      amount: 18,
    });
    const wrong = await space.service('/billing/quote', { userId, capability: 'chat' }, token);
    expect(Object.keys(wrong.errors)).toEqual(['modelId']);
    await prompt('/ai-model/disable', { id });
    expect((await space.service('/billing/quote', { userId, capability: 'chat', modelId: id }, token)).code).toBe(
      40902,
    );
  });

  test('are in the platform snapshot while they are offered, with their fallbacks', async () => {
    const other = await newModel();
    const { id } = await newModel({ fallbackId: other.id, billingMode: 'perCall', priceUnit: 7, sort: 1 });
    const before = await api.call('configSnapshot', {});
    expect(before.models[0]).toMatchObject({
      id,
      fallbackIds: [other.id],
      price: { billingMode: 'perCall', priceUnit: 7, asset: 'compute' },
    });
    await prompt('/ai-model/disable', { id });
    const after = await api.call('configSnapshot', {});
    expect(after.models.map((model) => model.id)).not.toContain(id);
    expect(after.version).not.toBe(before.version);
  });

  test('must remain compatible with the models whose fallback they are; one with an incompatible fallback can still be changed otherwise', async () => {
    const other = await newModel();
    const { id, version } = await newModel({ fallbackId: other.id });
    const unlike = await space.admin('/ai-model/update', { id: other.id, version: other.version, type: 'image' });
    const stands = { resource: 'aiModel', field: 'fallbackId', count: 1 };
    expect(unlike).toMatchObject({ code: 40901, data: { usages: [stands] } });
    await space.foundation.database.transaction((tx) =>
      tx.updateTable('ai_models').set({ type: 'image' }).where('id', '=', other.id).execute(),
    );
    const described = await prompt('/ai-model/update', {
      id,
      version,
      description: 'still here',
      fallbackId: other.id,
    });
    const retyped = await space.admin('/ai-model/update', { id, version: described.version, type: 'vision' });
    expect(Object.keys(retyped.errors)).toEqual(['fallbackId']);
  });

  test('are never their own fallback, and cannot be deleted while they are a fallback', async () => {
    const other = await newModel();
    const { id, version } = await newModel({ fallbackId: other.id });
    expect(Object.keys((await space.admin('/ai-model/update', { id, version, fallbackId: id })).errors)).toEqual([
      'fallbackId',
    ]);
    const twice = await space.admin('/ai-model/update', { id, version, secondFallbackId: other.id });
    expect(Object.keys(twice.errors)).toEqual(['secondFallbackId']);
    expect((await space.admin('/ai-model/delete', other)).code).toBe(42200);
    expect((await space.admin('/ai-model/delete', { id: other.id, version: other.version })).code).toBe(40901);
    expect((await space.admin('/ai-model/delete', { id, version })).code).toBe(20000);
  });

  test('are accepted only where their type is allowed: in forms, imports, actions, settings and as fallbacks', async () => {
    const chat = (await newModel()).id;
    const vectors = (await newModel({ type: 'embedding' })).id;
    const rerank = (await newModel({ type: 'rerank' })).id;
    const getRejectedFields = async (path: string, body: unknown) =>
      Object.keys((await space.admin(path, body)).errors ?? {});

    const name = randomUUID();
    const wrong = { name, embeddingModelId: vectors, rerankModelId: chat };
    expect(await getRejectedFields('/knowledge/create', wrong)).toEqual(['rerankModelId']);
    expect(await getRejectedFields('/knowledge/create', { name, embeddingModelId: chat })).toEqual([
      'embeddingModelId',
    ]);
    const base = await prompt('/knowledge/create', { name, embeddingModelId: vectors, rerankModelId: rerank });
    const { id, version } = base;
    expect(await getRejectedFields('/knowledge/update', { id, version, rerankModelId: vectors })).toEqual([
      'rerankModelId',
    ]);
    const rebuilt = { id, keepModel: false, embeddingModelId: chat };
    expect(await getRejectedFields('/knowledge/rebuild', rebuilt)).toEqual(['embeddingModelId']);

    const rows = [rerank, chat].map((modelId, at) => ({
      line: at + 1,
      values: { name: `${name} ${at}`, key: `form-${chat}-${at}`, form: [], prompt: 'p', modelId },
    }));
    const imported = await space.admin('/write-template/import', { rows, onConflict: 'error' });
    expect(imported.data).toMatchObject({
      created: 1,
      failed: 1,
      errors: [{ line: 1, errors: { modelId: [expect.any(String)] } }],
    });

    const page = { page: 'ai', group: 'defaults', version: 0, values: { rerankModelId: chat, chatModelId: chat } };
    expect(await getRejectedFields('/settings/save', page)).toEqual(['rerankModelId']);
    const spare = { name, code: name, type: 'image', fallbackId: chat };
    expect(await getRejectedFields('/ai-model/create', spare)).toEqual(['fallbackId']);
  });

  /** Runs two concurrent calls that wait for a lock on a model, the change of its type first; returns both results. */
  async function meet(modelId: number, retype: () => Promise<{ code: number }>, give: () => Promise<{ code: number }>) {
    const { database } = space.foundation;
    if (kind === 'sqlite') return (await Promise.all([retype(), give()])).map(({ code }) => code);
    const calls: Promise<{ code: number }>[] = [];
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await database.transaction(async (tx) => {
      await tx.selectFrom('ai_models').select('id').where('id', '=', modelId).forUpdate().execute();
      for (const call of [retype, give]) {
        calls.push(call());
        const isThere = async () => (await waiting.execute(database.read)).rows[0]?.count;
        await expect.poll(isThere, { timeout: 20_000 }).toBe(calls.length);
      }
    });
    return (await Promise.all(calls)).map(({ code }) => code);
  }

  test('are not assigned while their type is changed', async () => {
    const name = randomUUID();
    const template = (modelId: number) => ({ name, key: `t-${modelId}`, form: [], prompt: 'p', modelId });
    const { version } = ((await prompt('/settings/get', { page: 'ai' })).groups as Record<string, { version: number }>)
      .defaults ?? { version: 0 };
    const givers = [
      (id: number) => space.admin('/write-template/create', template(id)),
      (id: number) => space.admin('/ai-model/create', { name, code: `f-${id}`, type: 'chat', fallbackId: id }),
      (id: number) =>
        space.admin('/settings/save', { page: 'ai', group: 'defaults', version, values: { chatModelId: id } }),
      async (id: number) => {
        const rows = [{ line: 1, values: template(id) }];
        const { data } = await space.admin('/write-template/import', { rows });
        return { code: data.created === 1 ? 20_000 : 42_200 };
      },
    ];
    for (const give of givers) {
      const model = await newModel();
      const retype = () => space.admin('/ai-model/update', { id: model.id, version: model.version, type: 'image' });
      const codes = await meet(model.id, retype, () => give(model.id));
      expect(codes.filter((code) => code === 20_000)).toHaveLength(1);
    }
  });

  test('are cloned disabled, with an independent price', async () => {
    const { id } = await newModel({ priceIn: 4 });
    const copy = await prompt('/ai-model/clone', { id, name: 'A copy', code: `c-${randomUUID()}` });
    expect(copy).toMatchObject({ name: 'A copy', priceIn: 4, status: 'disabled', keyGroup: 'default' });
    expect(await history(Number(copy.id))).toMatchObject([{ priceIn: 4 }]);
    expect(Object.keys((await space.admin('/ai-model/clone', { id, name: 'x', code: copy.code })).errors)).toEqual([
      'provider',
    ]);
    const own = { name: 'For members', code: `c-${randomUUID()}`, priceOut: 9, requiredVipLevel: 1, enable: true };
    const members = await prompt('/ai-model/clone', { id, ...own });
    expect(members).toMatchObject({ priceIn: 4, priceOut: 9, requiredVipLevel: 1, status: 'enabled' });
    expect(await history(Number(members.id))).toMatchObject([{ priceIn: 4, priceOut: 9 }]);
    const dear = { name: 'Dearer', code: `c-${randomUUID()}`, priceOut: 9, factorBps: 15_000, membersOnly: true };
    const times = await prompt('/ai-model/clone', { id, ...dear });
    expect(times).toMatchObject({ priceIn: 6, priceOut: 14, requiredVipLevel: 1, status: 'disabled' });
    const tooDear = { ...dear, code: `c-${randomUUID()}`, priceOut: 9_000_000 };
    expect(Object.keys((await space.admin('/ai-model/clone', { id, ...tooDear })).errors)).toEqual(['factorBps']);
  });

  test('are tested with a key of their group: duration, reply and cost', async () => {
    const keyGroup = `g-${randomUUID()}`;
    const { id, code } = await newModel({ keyGroup });
    const none = await space.admin('/ai-model/test', { id });
    expect(none.code).toBe(40902);
    const secret = `sk-${randomUUID()}`;
    const key = await prompt('/api-key/create', { secret, keyGroup, baseUrl: host.baseUrl });
    expect(await prompt('/ai-model/test', { id, prompt: 'ping' })).toMatchObject({
      ok: true,
      reply: `pong from ${code}`,
      promptTokens: 1000,
      completionTokens: 500,
      wouldCost: 25,
      keyName: key.name,
    });
    expect(await prompt('/api-key/get', { id: key.id })).toMatchObject({ inFlight: 0 });
    host.answers.set(secret, { status: 401, code: 'invalid_api_key' });
    expect(await prompt('/ai-model/test', { id })).toMatchObject({
      ok: false,
      errorCode: 'invalid_api_key',
      wouldCost: null,
    });
    expect(await prompt('/api-key/get', { id: key.id })).toMatchObject({ status: 'autoDisabled', inFlight: 0 });
  });

  test('are tested according to their type, and an unexpected kind of answer is not a failure of the key', async () => {
    const keyGroup = `g-${randomUUID()}`;
    const { id: keyId } = await prompt('/api-key/create', {
      secret: `sk-${randomUUID()}`,
      keyGroup,
      baseUrl: host.baseUrl,
    });
    const cases = [
      ['embedding', '/v1/embeddings', { data: [{ embedding: [1, 0.5, -2] }] }, { dimensions: 3, reply: null }],
      ['rerank', '/v1/rerank', { results: [{ index: 0, relevance_score: 0.75 }] }, { reply: '0.75' }],
      ['tts', '/v1/audio/speech', Buffer.alloc(320, 7), { bytes: 320, reply: null }],
      ['stt', '/v1/audio/transcriptions', { text: '（静音）' }, { reply: '（静音）' }],
    ] as const;
    for (const [type, path, page, reported] of cases) {
      const { id, code } = await newModel({ type, keyGroup, billingMode: 'perCall', priceUnit: 4 });
      host.pages.set(path, page);
      expect(await prompt('/ai-model/test', { id })).toMatchObject({ ok: true, wouldCost: 4, ...reported });
      expect(host.calls.at(-1)).toContain(path);
      expect(host.calls.at(-1)).toContain(code);
      host.pages.set(path, { choices: [] });
      const wrong = { ok: false, errorCode: 'bad_answer', wouldCost: null };
      expect(await prompt('/ai-model/test', { id })).toMatchObject(wrong);
      host.pages.delete(path);
    }
    expect(await prompt('/api-key/get', { id: keyId })).toMatchObject({ status: 'active', failStreak: 0 });
  });

  test("are tested as the platform's defaults, each once, and failures are listed by name", async () => {
    const keyGroup = `g-${randomUUID()}`;
    const [chat, title] = [await newModel({ keyGroup }), await newModel({ keyGroup: `g-${randomUUID()}` })];
    const run = () => prompt('/settings/run', { page: 'ai', group: 'defaults', action: 'test' });
    expect(await run()).toMatchObject({ ok: true, models: [] });
    const given = { secret: `sk-${randomUUID()}`, keyGroup, baseUrl: host.baseUrl, maxConcurrency: 1 };
    await prompt('/api-key/create', given);
    await saveDefaults({ chatModelId: chat.id, assistModelId: chat.id });
    const calls = host.calls.length;
    const works = { name: chat.code, ok: true, errorCode: null, reply: `pong from ${chat.code}` };
    expect(await run()).toMatchObject({ ok: true, models: [works] });
    expect(host.calls.length - calls).toBe(1);
    const other = await newModel({ keyGroup });
    await saveDefaults({ titleModelId: other.id });
    expect(await run()).toMatchObject({ ok: true, models: [works, { name: other.code, ok: true }] });
    await saveDefaults({ titleModelId: title.id });
    const failed = { name: title.code, ok: false, errorCode: 'no_key' };
    expect(await run()).toMatchObject({ ok: false, problem: 'rejected', code: 'no_key', models: [works, failed] });
    await prompt('/ai-model/disable', { id: chat.id });
    expect(await run()).toMatchObject({ ok: false, code: 'model_disabled' });
    await saveDefaults({ chatModelId: null, assistModelId: null, titleModelId: null });
  });

  test('are returned to services together with all other AI settings as saved', async () => {
    const saved = await aiGroups();
    for (const [group, { fields }] of Object.entries(aiSettings.groups)) {
      if (group === 'defaults') continue;
      const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, unlike(field)]));
      await prompt('/settings/save', { page: 'ai', group, version: saved[group]?.version, values });
      const { ai } = await api.call('configSnapshot', {});
      expect(ai[group as keyof typeof ai]).toEqual(values);
    }
  });

  test('list their uses, and cannot be deleted while there are any', async () => {
    const { id, version, code } = await newModel();
    const userId = await newUser();
    await prompt('/user/adjust-balance', { id: userId, asset: 'coin', amount: 10, reason: 'for a test' });
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 5 } as const;
    const { holdNo } = await api.call('billingHold', use);
    await api.call('billingCapture', { holdNo, amount: 5, usage: { modelId: id, promptTokens: 9 } });
    const { items } = await prompt('/usage-record/list', { filters: { userId: [userId] } });
    expect(items).toMatchObject([{ modelId: id, modelName: code }]);
    expect((await space.admin('/ai-model/delete', { id, version })).code).toBe(40901);
  });

  test('keep their type while they are in use with it, whichever action changes it', async () => {
    const embedding = await newModel({ type: 'embedding' });
    const { id, version, code } = await newModel();
    const name = randomUUID();
    await prompt('/knowledge/create', { name, embeddingModelId: embedding.id });
    const { id: categoryId } = await prompt('/agent-category/create', { name });
    const values = { name, key: `k${name}`, categoryId, modelId: id, systemPrompt: 'Help' };
    const agent = await prompt('/agent/create', values);
    await saveDefaults({ chatModelId: id });
    const taken = { resource: 'knowledge', field: 'embeddingModelId', count: 1 };
    const elsewhere = await space.admin('/ai-model/update', { ...embedding, code: undefined, type: 'chat' });
    expect(elsewhere).toMatchObject({ code: 40901, data: { usages: [taken] } });

    const usages = [
      { resource: 'agent', field: 'modelId', count: 1 },
      { resource: 'ai', field: 'chatModelId', count: 1 },
    ];
    const changed = await space.admin('/ai-model/update', { id, version, type: 'image' });
    expect(changed).toMatchObject({ code: 40901, data: { usages } });
    expect(changed.errors.type).toEqual([expect.stringMatching(/: Agent 1, Basic AI settings 1$/)]);
    const bulk = await space.admin('/ai-model/batch', { action: 'update', ids: [id], params: { type: 'image' } });
    expect(bulk.data).toMatchObject({ affected: 0, items: [{ id, code: 40901 }] });
    const rows = [{ line: 1, values: { name: code, code, type: 'image' } }];
    const imported = await space.admin('/ai-model/import', { rows, onConflict: 'update', dryRun: false });
    expect(imported.data).toMatchObject({ updated: 0, errors: [{ line: 1 }] });
    expect(await prompt('/ai-model/get', { id })).toMatchObject({ type: 'chat', version });

    // Another text type may replace it.
    const like = await prompt('/ai-model/update', { id, version, type: 'vision' });
    await prompt('/agent/delete', { id: agent.id, version: agent.version });
    const stillSet = await space.admin('/ai-model/delete', { id, version: like.version });
    expect(stillSet).toMatchObject({ code: 40901, data: { usages: [usages[1]] } });
    await saveDefaults({ chatModelId: null });
    await prompt('/ai-model/update', { id, version: like.version, type: 'image' });
  });
});
