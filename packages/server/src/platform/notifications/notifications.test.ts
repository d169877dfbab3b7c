import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin } from '../../../test/test-engine.ts';
import type { CallHandler, RegisterCall } from '../http/call.ts';
import { listNewest } from './inbox.ts';
import { notifyImports } from './tell-imports.ts';

describe.each(databaseKinds)('an import on %s', (kind) => {
  let fresh: OperationHarness;
  beforeEach(async () => {
    fresh = await createOperationHarness(kind);
  });
  afterEach(() => fresh.drop());

  /** The engine's own import, wrapped by the one that notifies. */
  const send = async (lines: readonly unknown[], rest: Record<string, unknown> = {}) => {
    const handlers = new Map<string, CallHandler>();
    const register: RegisterCall = (spec, handler) => void handlers.set(spec.path, handler);
    const path = '/allow-word/import';
    notifyImports(register, fresh.services)({ path, access: ['*'] }, ({ body }) => fresh.raw(path, body));
    const rows = lines.map((phrase, index) => ({ line: index + 2, values: { phrase } }));
    const call = { caller: anAdmin, body: { rows, ...rest }, idempotencyKey: null };
    await handlers.get(path)?.(call as Parameters<CallHandler>[0]);
  };
  const reported = () => listNewest(fresh.database, anAdmin.actor, fresh.engine.now, 10);

  it('that left lines out notifies its sender, once for all calls of an hour', async () => {
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

  it('that took every line, or was a dry run, notifies no one', async () => {
    await send(['抵制诈骗']);
    await send([null], { dryRun: true });
    expect(await reported()).toEqual([]);
  });
});
