import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin } from '../../../test/test-engine.ts';
import type { CallHandler, RegisterCall } from '../http/call.ts';
import { listNewest } from './inbox.ts';
import { notifyImports } from './notify-imports.ts';

describe.each(databaseKinds)('notifyImports() on %s', (kind) => {
  let harness: OperationHarness;
  beforeEach(async () => {
    harness = await createOperationHarness(kind);
  });
  afterEach(() => harness.drop());

  /** Sends rows to the import of the engine, wrapped by `notifyImports`. */
  const send = async (lines: readonly unknown[], rest: Record<string, unknown> = {}) => {
    const handlers = new Map<string, CallHandler>();
    const register: RegisterCall = (spec, handler) => void handlers.set(spec.path, handler);
    const path = '/allow-word/import';
    notifyImports(register, harness.services)({ path, access: ['*'] }, ({ body }) => harness.raw(path, body));
    const rows = lines.map((phrase, index) => ({ line: index + 2, values: { phrase } }));
    const call = { caller: anAdmin, body: { rows, ...rest }, idempotencyKey: null };
    await handlers.get(path)?.(call as Parameters<CallHandler>[0]);
  };
  const reported = () => listNewest(harness.database, anAdmin.actor, harness.engine.now, 10);

  it('notifies the caller of failed rows, once for all calls of an hour', async () => {
    await send(['抵制诈骗', null, 7]);
    await send(['举报诈骗', '']);
    expect(await reported()).toMatchObject([
      {
        event: 'importFailed',
        happened: 3,
        params: { resource: 'allowWord' },
        route: '/ai/ai_limit_text?tab=allow-word',
      },
    ]);
  });

  it('sends no notification without failed rows and for a dry run', async () => {
    await send(['抵制诈骗']);
    await send([null], { dryRun: true });
    expect(await reported()).toEqual([]);
  });
});
