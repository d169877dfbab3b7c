import { setTimeout as delay } from 'node:timers/promises';
import { getError } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBase, addDoc } from '../../../../test/retrieval-harness.ts';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { type TakenJob, takeJob } from '../../../platform/jobs/job-rows.ts';
import { createJobRunner, type JobRunner } from '../../../platform/jobs/job-runner.ts';
import { createDataJobWorks } from '../../backup/data-jobs.ts';
import { createVectorCache } from '../recall/index.ts';
import type { BasePlace } from '../recall/vectors/read-vectors.ts';
import { createRetrievalRunsJob, createRetrievalRunWork } from './run-work.ts';

const texts = ['忘记密码时重置密码。', '会员到期前三天会收到提醒。', '退款在三个工作日内退回。'];

interface Item {
  readonly id: number | null;
  readonly query: string;
  readonly rank: number | null;
  readonly last: string | null;
}

describe.each(databaseKinds)('retrieval test runs on %s', (kind) => {
  let space: ServiceHarness;
  let place: BasePlace;
  let ids: number[];
  let runner: JobRunner;
  /** Called after a worker has claimed a run, before it starts. */
  let onClaimed: () => Promise<void> = async () => undefined;
  /** Called before each question of a run. An error that it throws interrupts the run. */
  let onQuestion: (done: number) => Promise<void>;
  /** Index of the first question of each claim of a run. */
  let startedAt: number[] = [];

  beforeAll(async () => {
    space = await createServiceHarness(kind);
    place = await addBase(space.foundation.database, '帮助');
    ids = await addDoc(space.foundation.database, place, '帮助中心', texts);
    const deps = { ...space.foundation, vectors: createVectorCache() };
    const nothing = { remove: async () => undefined };
    const others = createDataJobWorks({ ...space.foundation, backups: undefined as never, bytes: nothing });
    const run = createRetrievalRunWork(deps);
    runner = createJobRunner(space.foundation, {
      ...others,
      recallRun: async (job) => {
        await onClaimed();
        let isFirst = true;
        const report: typeof job.report = async (stage, done, total) => {
          await job.report(stage, done, total);
          if (isFirst) startedAt.push(done);
          isFirst = false;
          await onQuestion(done);
        };
        return run({ ...job, report });
      },
    });
    onQuestion = async () => undefined;
  });
  afterAll(() => space.drop());

  const ok = async <T = Record<string, unknown>>(path: string, body: unknown) => {
    for (let left = 100; ; left -= 1) {
      const answer = await space.admin(path, body);
      if (answer.code === 20_000) return answer.data as T;
      // A server on a loaded machine may respond that it is busy.
      if (answer.code !== getError('busy').code || left === 0) throw new Error(JSON.stringify(answer));
      await delay(100);
    }
  };
  const getCsv = (count: number) =>
    Array.from({ length: count }, (_, at) => `${['重置密码', '会员提醒', '天气'][at % 3]} ${at},${ids[at % 3]}`).join(
      '\n',
    );
  const start = (csv: string, more: object = {}) =>
    ok<{ run: number; questions: number }>('/recall-record/batch-test', {
      knowledge: place.knowledgeId,
      csv,
      mode: 'keyword',
      topK: 1,
      ...more,
    });
  const get = (id: number) => ok<Record<string, unknown> & { items: Item[] }>('/recall-run/get', { id });

  it('continue in the background above the limit of one call and report each question', async () => {
    const { run, questions } = await start(getCsv(201));
    expect(questions).toBe(201);
    expect(await get(run)).toMatchObject({ status: 'queued', kind: 'batch', done: 0, total: 201, items: null });
    await runner.drain();
    const report = await get(run);
    expect(report).toMatchObject({ status: 'succeeded', done: 201, passed: 134, recall: 67, k: 1, error: null });
    expect(report.items).toHaveLength(201);
    expect(report.items[0]).toMatchObject({ query: '重置密码 0', rank: 1 });
    const small = await start(getCsv(3));
    expect(small).toMatchObject({ questions: 3, passed: 2 });
    expect(small.run).toBeUndefined();
    const requested = await start(getCsv(3), { background: true });
    await runner.drain();
    expect(await get(requested.run)).toMatchObject({ status: 'succeeded', passed: 2 });
    expect(
      (await space.admin('/recall-record/batch-test', { knowledge: place.knowledgeId, csv: getCsv(5_001) })).code,
    ).toBe(42_200);
  });

  it('stop on request and keep their results', async () => {
    const { run } = await start(getCsv(300));
    onQuestion = async (done) => {
      if (done === 30) await ok('/recall-run/cancel', { id: run });
      // A job checks periodically whether it was canceled.
      if (done > 30) await delay(20);
    };
    await runner.drain();
    const report = await get(run);
    expect(report.status).toBe('cancelled');
    expect(report.items.length).toBeGreaterThanOrEqual(30);
    expect(report.items.length).toBeLessThan(300);
    expect(report.done).toBe(report.items.length);
    expect((await space.admin('/recall-run/cancel', { id: run })).code).toBe(40_902);
    onQuestion = async () => undefined;
  });

  it('stay canceled when canceled just before the worker starts, and run when retried', async () => {
    const { run } = await start(getCsv(201));
    onClaimed = async () => void (await ok('/recall-run/cancel', { id: run }));
    await runner.drain();
    onClaimed = async () => undefined;
    expect(await get(run)).toMatchObject({ status: 'cancelled', done: 0, startedAt: null });
    const { items } = await ok<{ items: { id: number }[] }>('/background-job/list', {
      filters: { kind: ['recallRun'] },
    });
    await ok('/background-job/retry', { id: items[0]?.id });
    await runner.drain();
    expect(await get(run)).toMatchObject({ status: 'succeeded', done: 201 });
    const job = await ok('/background-job/get', { id: items[0]?.id });
    expect(job).toMatchObject({ status: 'succeeded', done: 201, total: 201 });
  });

  it('continue after their worker was lost, and end when their job is canceled elsewhere', async () => {
    const { run } = await start(getCsv(250));
    const { database } = space.foundation;
    let isLost = false;
    startedAt = [];
    onQuestion = async (done) => {
      if (startedAt.length === 1 && done > 60) await delay(20);
      if (isLost || done !== 60) return;
      isLost = true;
      await runnerLost();
    };
    const runnerLost = () =>
      database.transaction((tx) =>
        tx
          .updateTable('background_jobs')
          .set({ lease_owner: 'somebody else', lease_until: 0 })
          .where('status', '=', 'running')
          .execute(),
      );
    await runner.drain();
    const report = await get(run);
    expect(startedAt).toHaveLength(2);
    expect(startedAt[0]).toBe(0);
    expect(startedAt[1]).toBeGreaterThanOrEqual(60);
    expect(report).toMatchObject({ status: 'succeeded', done: 250 });
    expect(new Set(report.items.map(({ query }) => query)).size).toBe(250);
    onQuestion = async () => undefined;

    const other = await start(getCsv(201));
    const { items } = await ok<{ items: { id: number }[] }>('/background-job/list', {
      filters: { status: ['queued'] },
    });
    await ok('/background-job/cancel', { id: items[0]?.id });
    await createRetrievalRunsJob(space.foundation).run();
    expect(await get(other.run)).toMatchObject({ status: 'cancelled' });
  });

  it('do not block other jobs and are limited to five per base', async () => {
    const running = await start(getCsv(201));
    const measured = await ok<{ job: number }>('/dataset/stats', {});
    const jobState = async () => (await ok('/background-job/get', { id: measured.job })).status;
    onQuestion = async () => {
      while ((await jobState()) !== 'succeeded') await delay(20);
      onQuestion = async () => undefined;
      expect((await get(running.run)).status).toBe('running');
    };
    await runner.drain();
    expect((await get(running.run)).status).toBe('succeeded');
    for (let at = 0; at < 5; at += 1) await start(getCsv(1), { background: true });
    const sixth = { knowledge: place.knowledgeId, csv: getCsv(1), mode: 'keyword', background: true };
    const rejected = await space.admin('/recall-record/batch-test', sixth);
    expect([rejected.code, rejected.data]).toMatchObject([40_902, { state: 'queued' }]);
    await runner.drain();
  });

  it('prevent deleting their base until they end', async () => {
    const { knowledgeId } = await addBase(space.foundation.database, '临时');
    const { run } = await start(getCsv(1), { knowledge: knowledgeId, background: true });
    const { version } = await ok<{ version: number }>('/knowledge/get', { id: knowledgeId });
    const remove = () => space.admin('/knowledge/delete', { id: knowledgeId, version });
    expect(await remove()).toMatchObject({ code: 40_902, data: { state: 'queued', runs: [run] } });
    await ok('/recall-run/cancel', { id: run });
    expect((await remove()).code).toBe(20_000);
  });

  it('never overwrite the results of another worker and report what interrupted them', async () => {
    const { database } = space.foundation;
    const { run } = await start(getCsv(60), { background: true });
    const taken = await takeJob(database, space.foundation.clock, {
      owner: 'one',
      kinds: ['recallRun'],
      instance: null,
    });
    let isBroken = false;
    const transaction: typeof database.transaction = (work) =>
      isBroken ? Promise.reject(new Error('no database')) : database.transaction(work);
    const deps = { ...space.foundation, database: { ...database, transaction }, vectors: createVectorCache() };
    const breakAt = (at: number, meanwhile: () => Promise<void>) =>
      createRetrievalRunWork(deps)({
        ...(taken as TakenJob),
        signal: new AbortController().signal,
        report: async (_stage, done) => {
          if (done !== at) return;
          await meanwhile();
          throw new Error(`lost at ${at}`);
        },
      });
    const breaks = async () => {
      isBroken = true;
    };
    await expect(breakAt(10, breaks)).rejects.toThrow('lost at 10');
    isBroken = false;
    expect(await get(run)).toMatchObject({ done: 0, items: null });
    await expect(breakAt(20, async () => undefined)).rejects.toThrow('lost at 20');
    expect((await get(run)).items).toHaveLength(20);
    const goesAhead = () =>
      database.transaction(async (tx) => {
        const item = { id: null, query: 'theirs', expected: [], matched: [], rank: null, got: [], lastRecall: null };
        const theirs = { done: 45, items: JSON.stringify([item]) };
        await tx.updateTable('recall_runs').set(theirs).where('id', '=', run).execute();
      });
    await expect(breakAt(30, goesAhead)).rejects.toThrow('lost at 30');
    expect(await get(run)).toMatchObject({ done: 45, items: [{ query: 'theirs' }] });
    await database.transaction((tx) =>
      tx.updateTable('background_jobs').set({ lease_until: 0 }).where('id', '=', Number(taken?.id)).execute(),
    );
    await runner.drain();
    expect(await get(run)).toMatchObject({ done: 60, status: 'succeeded' });
  });

  it('update golden questions with their results and report the changes', async () => {
    const rows = Array.from({ length: 205 }, (_, at) => ({
      line: at + 1,
      values: { knowledgeId: place.knowledgeId, query: `会员提醒 ${at}`, chunks: [String(ids[at === 0 ? 0 : 1])] },
    }));
    await ok('/golden-question/import', { rows });
    const requested = { knowledge: place.knowledgeId, mode: 'keyword', topK: 1 };
    const first = await ok<{ run: number }>('/golden-question/run', requested);
    await runner.drain();
    expect(await get(first.run)).toMatchObject({ kind: 'golden', status: 'succeeded', passed: 204, lastRecall: null });
    const second = await ok<{ run: number }>('/golden-question/run', requested);
    await runner.drain();
    const report = await get(second.run);
    expect(report).toMatchObject({ status: 'succeeded', passed: 204, lastRecall: 100 });
    expect(report.items.filter(({ last }) => last === 'fail').map(({ query }) => query)).toEqual(['会员提醒 0']);
    const { total } = await ok<{ total: number }>('/recall-record/list', { filters: { source: ['golden'] } });
    expect(total).toBe(410);
  });
});
