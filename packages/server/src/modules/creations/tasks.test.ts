import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ServiceAnswer,
  type ServiceApiClient,
  type ServiceBody,
  type serviceCalls,
  type TaskKind,
  taskKinds,
} from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelHost } from '../../../test/model-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { setSettings } from '../../../test/set-settings.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createJobRunner } from '../../platform/jobs/job-runner.ts';
import { expireTasks } from './end-task.ts';
import { rerunWork } from './rerun-work.ts';

type Report = ServiceBody<(typeof serviceCalls)['taskReport']>;
type Task = ServiceAnswer<(typeof serviceCalls)['taskCreate']>;
const minute = 60_000;
const entityOf: Readonly<Record<TaskKind, string>> = {
  draw: 'draw-task',
  slides: 'slide-task',
  video: 'video-task',
  music: 'music-task',
  writing: 'write-task',
  mindMap: 'mind-map-task',
};

/** Made before the first check: a list of words in use may be half a second behind. */
const maskedWord = '遮盖图样';

describe.each(databaseKinds)('creative tasks on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    api = space.api(await space.newClient());
    await space.admin('/banned-word/create', { word: '违禁图样' });
    await space.admin('/banned-word/create', { word: maskedWord, category: 'custom', action: 'mask' });
    await setMaps(0, { price: 100 });
  });
  afterAll(async () => {
    const broken = await space.broken();
    await space.drop();
    expect(broken).toEqual([]);
  });

  async function setMaps(version: number, values: object): Promise<void> {
    const saved = await space.admin('/settings/save', { page: 'mindMap', group: 'maps', version, values });
    expect([saved.code, saved.errors]).toEqual([20_000, {}]);
    space.now += 2_000;
  }
  async function rich(credits = 1000): Promise<number> {
    const { userId } = await api.call('userRegister', { username: `u-${randomUUID().slice(0, 8)}` });
    await space.proveMyself();
    const given = { id: userId, asset: 'compute', amount: credits, reason: 'for tests' };
    expect((await space.admin('/user/adjust-balance', given)).code).toBe(20_000);
    return userId;
  }
  const getWallet = async (userId: number) => (await api.call('userGet', { userId })).wallets.compute;
  const create = (userId: number, more: object = {}, what: TaskKind = 'draw') =>
    api.call('taskCreate', { kind: what, requestId: randomUUID(), userId, prompt: '一只猫', amount: 100, ...more });
  const report = ({ no, attempt }: Pick<Task, 'no' | 'attempt'>, status: Report['status'], more: object = {}) =>
    api.call('taskReport', { no, attempt, status, ...more });
  const find = async (what: TaskKind, no: string) => {
    const { data } = await space.admin(`/${entityOf[what]}/list`, { keyword: no });
    const [item] = data.items as readonly { readonly id: number }[];
    return Number(item?.id);
  };
  const act = async (task: Task, action: string, values: object = {}) =>
    space.admin(`/${entityOf[task.kind]}/${action}`, { id: await find(task.kind, task.no), ...values });

  it.each(taskKinds)('of type %s hold their price, are paid as used, and only once', async (what) => {
    const userId = await rich();
    const requestId = randomUUID();
    const task = await create(userId, { requestId, params: { size: '1024' } }, what);
    expect(task).toMatchObject({ kind: what, status: 'queued', attempt: 1, params: { size: '1024' }, charged: 0 });
    expect((await create(userId, { requestId }, what)).no).toBe(task.no);
    await expect(create(userId, { requestId, prompt: '一条狗' }, what)).rejects.toMatchObject({ code: 40_903 });
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 100 });
    expect(await report(task, 'running', { progress: 40, upstreamId: 'up-1' })).toMatchObject({ accepted: true });
    const results = [{ kind: 'image', url: 'https://cdn.example.com/a.png' }];
    const ends = await Promise.all(
      ['succeeded', 'failed', 'succeeded', 'cancelled'].map((status) =>
        report(task, status as Report['status'], status === 'succeeded' ? { amount: 70, results } : {}),
      ),
    );
    expect(ends.filter(({ accepted }) => accepted)).toHaveLength(1);
    const { status, charged } = await api.call('taskGet', { no: task.no });
    const paid = status === 'succeeded' ? 70 : 0;
    expect([charged, await getWallet(userId)]).toEqual([paid, { balance: 1000 - paid, held: 0 }]);
  });

  it('say what they are made from, to workers and to the console, and are found by it', async () => {
    const userId = await rich();
    const inputs = [
      { url: 'https://cdn.example.com/first', role: 'start' },
      { url: 'https://cdn.example.com/last.png', role: 'end' },
    ];
    const video = await create(userId, { mode: 'frames', inputs }, 'video');
    expect(await api.call('taskGet', { no: video.no })).toMatchObject({ mode: 'frames', inputs, source: null });
    const origin = { source: 'outline', language: 'en-US', theme: '商务蓝', outline: '# 目录' };
    const deck = await create(userId, origin, 'slides');
    expect(deck).toMatchObject(origin);
    const listed = async (filters: object, of: 'video' | 'slides') => {
      const { data } = await space.admin(`/${entityOf[of]}/list`, { filters: { userId: [userId], ...filters } });
      return (data.items as readonly { readonly no: string }[]).map(({ no }) => no);
    };
    expect(await listed({ mode: ['frames'] }, 'video')).toEqual([video.no]);
    expect([await listed({ source: ['outline'] }, 'slides'), await listed({ source: ['topic'] }, 'slides')]).toEqual([
      [deck.no],
      [],
    ]);
    for (const [wrong, what] of [
      [{ mode: 'upscale' }, 'video'],
      [{ source: 'rumour' }, 'slides'],
    ] as const)
      await expect(create(userId, wrong, what)).rejects.toMatchObject({
        errors: { [Object.keys(wrong)[0] ?? '']: [expect.any(String)] },
      });
    await api.call('taskDownloaded', { no: deck.no, times: 2 });
    await api.call('taskDownloaded', { no: deck.no });
    expect((await space.admin('/slide-task/get', { id: await find('slides', deck.no) })).data.downloads).toBe(3);
    await expect(api.call('taskDownloaded', { no: video.no })).rejects.toMatchObject({
      code: 42_200,
      errors: { no: [expect.stringMatching(/^(这种任务不计下载次数|downloads are not counted for this task type)$/)] },
    });
    for (const task of [video, deck]) await report(task, 'cancelled');
  });

  it('by a template require its membership, and cost nothing when rejected', async () => {
    const values = {
      name: 'for members',
      key: `k-${randomUUID().slice(0, 8)}`,
      form: [{ name: 'topic', label: '主题', type: 'input' }],
      prompt: 'x',
    };
    const made = await space.admin('/write-template/create', { ...values, requiredVipLevel: 2 });
    expect(made.errors).toEqual({});
    const { data: template } = made;
    const userId = await rich();
    const { id } = template;
    const requested = () => create(userId, { templateId: id }, 'writing');
    await expect(requested()).rejects.toMatchObject({ code: 40_400, data: { templateId: id } });
    const { data: published } = await space.admin('/write-template/publish', { id });
    const denied = { code: 40_300, data: { state: 'membership', templateId: id, requiredVipLevel: 2 } };
    await expect(requested()).rejects.toMatchObject(denied);
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 0 });
    // The published version of the template applies, as the list of templates shows it.
    await space.admin('/write-template/update', { id, version: published.version, requiredVipLevel: 0 });
    await expect(requested()).rejects.toMatchObject(denied);
    expect((await space.admin('/write-template/publish', { id })).code).toBe(20_000);
    const task = await requested();
    expect(await report(task, 'failed')).toMatchObject({ accepted: true });
  });

  it('of writing are written again without changing the user’s text, and are not charged', async () => {
    const host = await modelHost();
    await setSettings(space.foundation, 'outbound', { privateHosts: [host.host] });
    const [keyGroup, secret, code] = [`g-${randomUUID()}`, `sk-${randomUUID()}`, `m-${randomUUID()}`];
    const { data: key } = await space.admin('/api-key/create', { secret, baseUrl: host.baseUrl, keyGroup });
    const price = { priceIn: 1, priceOut: 1, upstreamIn: 1000, upstreamOut: 2000 };
    const { data: model } = await space.admin('/ai-model/create', { name: code, code, keyGroup, ...price });
    const userId = await rich();
    const task = await create(userId, { prompt: '写一首诗' }, 'writing');
    await report(task, 'succeeded', { content: '春眠不觉晓' });
    const id = await find('writing', task.no);
    const asItWas = async () => [await getWallet(userId), (await space.admin('/write-task/get', { id })).data.content];
    const before = await asItWas();
    const runner = createJobRunner(space.foundation, { writeRerun: rerunWork(space.foundation) });
    const rerun = async () => Number((await act(task, 'rerun', { modelId: model.id })).data.rerun);
    const shown = async (id: number) => (await space.admin('/write-rerun/get', { id })).data;
    expect((await act(task, 'rerun', {})).errors).toHaveProperty('modelId');
    const first = await rerun();
    expect((await act(task, 'rerun', { modelId: model.id })).code).toBe(40_902);
    await runner.drain();
    const text = `pong from ${code}`;
    expect(await shown(first)).toMatchObject({
      status: 'succeeded',
      content: text,
      upstreamCost: 2000,
      taskNo: task.no,
      isCut: false,
    });
    host.pages.set('/v1/chat/completions', { choices: [{ message: { content: '春' }, finish_reason: 'length' }] });
    const short = await rerun();
    await runner.drain();
    expect(await shown(short)).toMatchObject({ status: 'succeeded', content: '春', isCut: true });
    host.pages.clear();
    host.answers.set(secret, { status: 401, code: 'invalid_api_key' });
    const second = await rerun();
    await runner.drain();
    expect(await shown(second)).toMatchObject({ status: 'failed', error: 'model', errorDetail: 'invalid_api_key' });
    const third = await rerun();
    expect((await space.admin('/write-rerun/cancel', { id: third })).data).toMatchObject({ status: 'cancelled' });
    await runner.drain();
    expect(await shown(third)).toMatchObject({ status: 'cancelled', content: null });
    host.answers.delete(secret);
    await space.admin('/api-key/enable', { id: key.id });
    host.silent.add(secret);
    const calls = host.calls.length;
    const last = await rerun();
    const stopped = createJobRunner(space.foundation, { writeRerun: rerunWork(space.foundation) });
    stopped.start();
    while (host.calls.length === calls) await delay(20);
    await stopped.stop();
    expect((await space.admin('/api-key/get', { id: key.id })).data).toMatchObject({ status: 'active', failStreak: 0 });
    host.silent.clear();
    await runner.drain();
    expect(await shown(last)).toMatchObject({ status: 'succeeded', content: text });
    expect(await asItWas()).toEqual(before);
    expect(before[1]).toBe('春眠不觉晓');
    await host.stop();
  });

  it('create draft templates from writing tasks, with the result as the sample', async () => {
    const task = await create(await rich(), { prompt: '写一首 {{{春天}}} 的诗' }, 'writing');
    const key = `k-${randomUUID()}`;
    expect((await act(task, 'save-as-template', { name: '春', key })).code).toBe(40_902);
    await report(task, 'succeeded', { content: '春眠不觉晓' });
    const saved = await act(task, 'save-as-template', { name: '春', key });
    expect(saved).toMatchObject({ code: 20_000 });
    const { data } = saved;
    const made = await space.admin('/write-template/get', { id: data.templateId });
    expect(made.data).toMatchObject({ name: '春', key, status: 'draft', sample: '春眠不觉晓', form: [] });
    expect(made.data.prompt).not.toContain('{{');
    expect((await act(task, 'save-as-template', { name: '春', key })).errors).toHaveProperty('key');
    const long = await create(await rich(), { prompt: '{{'.repeat(6_000) }, 'writing');
    await report(long, 'succeeded', { content: '长' });
    const tooLong = await act(long, 'save-as-template', { name: '长', key: `k-${randomUUID()}` });
    expect(tooLong.errors).toHaveProperty('prompt');
  });

  it('release their hold when they fail, and retry with a new hold', async () => {
    const userId = await rich();
    const task = await create(userId);
    expect((await report(task, 'failed', { errorCode: 'nsfw', error: 'refused upstream' })).status).toBe('failed');
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 0 });
    expect((await act(task, 'retry')).data).toMatchObject({ status: 'queued', attempt: 2, error: null });
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 100 });
    expect(await report(task, 'succeeded')).toMatchObject({ accepted: false, status: 'queued' });
    expect(await report({ ...task, attempt: 2 }, 'succeeded')).toMatchObject({ accepted: true, charged: 100 });
    expect((await act(task, 'retry')).code).toBe(40_902);
  });

  it('apply the price and the maximum number of nodes from the settings to mind maps', async () => {
    const userId = await rich();
    const map = (more: object = {}) =>
      api.call('taskCreate', { kind: 'mindMap', requestId: randomUUID(), userId, prompt: '函数复习', ...more });
    for (const more of [{ amount: 1 }, { asset: 'coin' }, { outline: '- a\n'.repeat(201) }])
      await expect(map(more)).rejects.toMatchObject({ code: 42_200 });
    const requestId = randomUUID();
    const task = await map({ requestId });
    await setMaps(1, { price: 30 });
    expect((await map({ requestId, amount: 100 })).no).toBe(task.no);
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 100 });
    const outline = '# 函数\n## 定义\n- 单调\n- 奇偶';
    for (const more of [{ outline: '- a\n'.repeat(201) }, { amount: 101 }])
      await expect(report(task, 'succeeded', more)).rejects.toMatchObject({ code: 42_200 });
    expect(await report(task, 'succeeded', { title: '函数', outline })).toMatchObject({ accepted: true, charged: 100 });
    expect(await getWallet(userId)).toEqual({ balance: 900, held: 0 });
    const { data } = await space.admin('/mind-map-task/get', { id: await find('mindMap', task.no) });
    expect(data).toMatchObject({ title: '函数', outline, nodes: 4, charged: 100 });
    await expect(api.call('taskCreate', { kind: 'draw', requestId, userId, prompt: '猫' })).rejects.toMatchObject({
      code: 42_200,
    });
    await setMaps(2, { enabled: false });
    await expect(map()).rejects.toMatchObject({ code: 40_902 });
    await setMaps(3, { enabled: true, price: 100 });
  });

  it('that take too long end, and what comes later is not paid', async () => {
    const userId = await rich();
    const [late, forgotten] = [await create(userId), await create(userId)];
    space.now += 10 * minute;
    expect(await report(late, 'succeeded')).toMatchObject({ accepted: true, status: 'timedOut', charged: 0 });
    expect(await expireTasks(space.foundation)).toBe(1);
    expect((await api.call('taskGet', { no: forgotten.no })).status).toBe('timedOut');
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 0 });
  });

  it('are cancelled, or paid back, by hand', async () => {
    const userId = await rich();
    const stopped = await create(userId, {}, 'video');
    expect((await act(stopped, 'cancel')).data).toMatchObject({ status: 'cancelled' });
    expect(await report(stopped, 'succeeded')).toMatchObject({ accepted: false });
    const done = await create(userId, {}, 'video');
    await report(done, 'succeeded');
    expect((await getWallet(userId)).balance).toBe(900);
    expect((await act(done, 'refund', { reason: '画面有误' })).data).toMatchObject({ refunded: 100 });
    expect((await act(done, 'refund', { reason: '再退一次' })).code).toBe(40_902);
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 0 });
  });

  it('are shown to all after a review', async () => {
    const userId = await rich();
    const task = await create(userId, {}, 'music');
    const publish = (wanted: boolean) => api.call('taskPublish', { no: task.no, userId, wanted });
    await expect(publish(true)).rejects.toMatchObject({ code: 40_902 });
    await report(task, 'succeeded');
    expect((await publish(true)).publication).toBe('pending');
    expect((await act(task, 'reject', { rejectReason: '版权不明' })).data).toMatchObject({ publication: 'rejected' });
    expect((await publish(true)).publication).toBe('pending');
    expect((await act(task, 'approve')).data).toMatchObject({ publication: 'public', rejectReason: null });
    expect((await publish(false)).publication).toBe('private');
    expect((await act(task, 'unpublish')).code).toBe(40_902);
  });

  it('with banned words are stored and cost nothing', async () => {
    const userId = await rich();
    const task = await create(userId, { prompt: '画一个违禁图样' });
    expect(task).toMatchObject({ status: 'blocked', holdNo: null, rejection: expect.any(String) });
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 0 });
    expect(await report(task, 'succeeded')).toMatchObject({ accepted: false });
  });

  it('apply the limits, prices and capacity of a video channel', async () => {
    const save = async (version: number, values: object) => {
      const group = { page: 'video', group: 'luma', version, values };
      expect((await space.admin('/settings/save', group)).errors).toEqual({});
      space.now += 2_000;
    };
    await save(0, { maxSeconds: 10, modes: ['text', 'image'], ratios: ['16:9'], maxConcurrent: 2, timeoutMinutes: 7 });
    const userId = await rich();
    const video = (more: object, requestId: string = randomUUID()) =>
      create(userId, { channel: 'luma', requestId, ...more }, 'video');
    const refusedFor = async (more: object) =>
      video(more).then(
        () => [],
        ({ errors }) => Object.keys(errors),
      );
    expect(await refusedFor({ seconds: 11 })).toEqual(['seconds']);
    expect(await refusedFor({ params: { duration: 11 } })).toEqual(['seconds']);
    expect(await refusedFor({ mode: 'extend' })).toEqual(['mode']);
    expect(await refusedFor({ params: { ratio: '1:1' } })).toEqual(['params.ratio']);
    const params = { ratio: '16:9', resolution: '8k' };
    const first = await video({ seconds: 10, params }, 'first');
    expect(Number(first.timeoutAt) - space.now).toBe(7 * minute);
    await save(1, { maxConcurrent: 2, pricePerSecond: 3, timeoutMinutes: null });
    expect(await refusedFor({ amount: undefined })).toEqual(['seconds']);
    expect(await refusedFor({ seconds: 10, amount: 100 })).toEqual(['amount']);
    const priced = await video({ seconds: 10, amount: undefined });
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 130 });
    const other = await rich();
    const another = { channel: 'luma', mode: 'image' };
    await expect(create(other, another, 'video')).rejects.toMatchObject({
      ...{ code: 40_902, data: { state: 'channelBusy', channel: 'luma', most: 2 } },
    });
    expect(await create(other, { ...another, channel: 'elsewhere' }, 'video')).toMatchObject({ status: 'queued' });
    await expect(report(priced, 'succeeded', { amount: 31 })).rejects.toMatchObject({ code: 42_200 });
    expect(await report(priced, 'succeeded')).toMatchObject({ charged: 30 });
    expect(await create(other, another, 'video')).toMatchObject({ status: 'queued', holdNo: expect.any(String) });
    await save(2, { enabled: false });
    await expect(video({ seconds: 5 })).rejects.toMatchObject({ data: { state: 'closed', channel: 'luma' } });
    expect(await video({ seconds: 99 }, 'first')).toMatchObject({ no: first.no });
    const { videoChannels } = await api.call('configSnapshot', {});
    expect(videoChannels).toMatchObject({ luma: { enabled: false, pricePerSecond: 3 }, sora: { enabled: true } });
  });

  it('are limited to the concurrency in the settings, on every path', async () => {
    const userId = await rich();
    const requested = await Promise.allSettled(Array.from({ length: 6 }, () => create(userId, {}, 'writing')));
    expect(requested.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await getWallet(userId)).toEqual({ balance: 1000, held: 300 });
    const poor = await rich(50);
    await expect(create(poor)).rejects.toMatchObject({ code: 40_200 });
    const group = { page: 'video', group: 'tasks', version: 0 };
    const values = {
      enabled: false,
      maxConcurrent: 3,
      timeoutMinutes: 30,
      maxCredits: 10,
      checkPrompt: true,
      publishReview: true,
    };
    expect((await space.admin('/settings/save', { ...group, values })).code).toBe(20_000);
    await expect(create(userId, {}, 'video')).rejects.toMatchObject({ code: 40_902 });
  });

  it('count the matches in a prompt once, with the task, however often the call is sent', async () => {
    const userId = await rich(50);
    const body = { ...({ kind: 'draw', userId, requestId: randomUUID(), asset: 'compute', amount: 100 } as const) };
    const send = () => api.call('taskCreate', { ...body, prompt: `a ${maskedWord} b` }, body.requestId);
    const counted = async () => {
      const query = space.foundation.database.read.selectFrom('violation_logs').select('id');
      return (await query.where('user_id', '=', userId).execute()).length;
    };
    for (let n = 0; n < 2; n += 1) await expect(send()).rejects.toMatchObject({ code: 40_200 });
    expect(await counted()).toBe(0);
    await space.admin('/user/adjust-balance', { id: userId, asset: 'compute', amount: 100, reason: 'for a test' });
    const [task, again] = [await send(), await send()];
    expect([again, task.prompt.includes(maskedWord), await counted()]).toEqual([task, false, 1]);
  });

  it('keep their record and its price without their files, and are no longer shown', async () => {
    const userId = await rich(300);
    const input = { url: 'https://cdn.example.com/in.png', role: 'image' } as const;
    const task = await create(userId, { inputs: [input] });
    expect((await act(task, 'delete-files')).code).toBe(40_902);
    await report(task, 'succeeded', { results: [{ url: '/files/a.png' }, { url: 'https://cdn.example.com/b.png' }] });
    await api.call('taskPublish', { no: task.no, userId, wanted: true });
    expect((await act(task, 'approve')).code).toBe(20_000);
    expect((await act(task, 'recommend')).code).toBe(20_000);
    const failed = await create(userId, { inputs: [input] });
    await report(failed, 'failed');
    const raw = await create(userId);
    await report(raw, 'failed');
    const ids = await Promise.all([task, failed, raw].map(({ no }) => find('draw', no)));
    const { data } = await space.admin('/draw-task/batch', { action: 'deleteFiles', ids });
    expect(data).toMatchObject({ affected: 3, failed: 0, sums: { deletedFiles: 4 } });
    const reported = await api.call('taskGet', { no: task.no });
    const gone = { results: null, inputs: null, publication: 'private', filesDeletedAt: space.now };
    expect(reported).toMatchObject({ ...gone, status: 'succeeded', charged: 100 });
    await expect(api.call('taskPublish', { no: task.no, userId, wanted: true })).rejects.toMatchObject({
      code: 40_902,
    });
    for (const action of ['delete-files', 'recommend', 'approve']) expect((await act(task, action)).code).toBe(40_902);
    expect((await act(failed, 'retry')).code).toBe(40_902);
    expect((await act(task, 'refund', { reason: 'deleted' })).code).toBe(20_000);
    const logs = space.foundation.database.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'deleteFiles')
      .where('result', '=', 'ok');
    const [log, ...more] = await logs.where('resource_id', '=', Number(ids[0])).execute();
    expect([more, JSON.parse(String(log?.after))]).toMatchObject([[], { deletedFiles: 3, publication: 'private' }]);
    expect(JSON.stringify(log)).not.toContain('cdn.example.com');
  });

  it('are claimed by one worker each, oldest first', async () => {
    const userId = await rich();
    const made = [await create(userId, {}, 'slides'), await create(userId, {}, 'slides')];
    const claims = await Promise.all([1, 2, 3].map(() => api.call('taskClaim', { kind: 'slides', most: 1 })));
    const claimed = claims.flatMap(({ tasks }) => tasks.map(({ no }) => no));
    expect(claimed.sort()).toEqual(made.map(({ no }) => no).sort());
    expect((await api.call('taskGet', { no: claimed[0] ?? '' })).status).toBe('submitted');
  });

  it('continue from the stage where a slide deck stopped, or from an earlier one, each time with a new hold', async () => {
    const userId = await rich(300);
    const deck = await create(userId, {}, 'slides');
    const { no } = deck;
    const outline = '# 一\n# 二';
    await report(deck, 'running', { stage: 'outline' });
    await report(deck, 'failed', { stage: 'content', outline });
    const retry = (from?: string) => act(deck, 'retry', from ? { from } : {});
    expect((await retry('render')).errors).toMatchObject({ from: [expect.any(String)] });
    expect(await getWallet(userId)).toMatchObject({ balance: 300, held: 0 });
    expect((await retry()).data).toMatchObject({ status: 'queued', stage: 'content', attempt: 2 });
    expect(await getWallet(userId)).toMatchObject({ held: 100 });
    expect(await api.call('taskGet', { no })).toMatchObject({ stage: 'content', outline, attempt: 2 });
    await report({ no, attempt: 2 }, 'failed', { stage: 'render' });
    expect((await retry('outline')).data).toMatchObject({ status: 'queued', stage: 'outline', attempt: 3 });
    expect(await report({ no, attempt: 3 }, 'succeeded', { stage: 'render' })).toMatchObject({ charged: 100 });
    expect(await getWallet(userId)).toMatchObject({ balance: 200, held: 0 });
  });
});
