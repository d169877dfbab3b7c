import { ApiError, createTranslator, fullAccess, type Role } from '@gantry/core';
import { words } from '@gantry/core/words/zh-CN';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Foundation } from '../../server/src/bootstrap.ts';
import { createBackupStore } from '../../server/src/modules/backup/backup-store.ts';
import { createOutsideCopies } from '../../server/src/modules/backup/outside-copies.ts';
import {
  createChecks,
  createModuleDeps,
  createOperations,
  type ModuleDeps,
} from '../../server/src/modules/server-modules.ts';
import type { Caller, Via } from '../../server/src/platform/context/context.ts';
import { mountResources } from '../../server/src/platform/engine/mount.ts';
import { addViewCalls } from '../../server/src/platform/engine/views/view-calls.ts';
import { Accepted, type CallHandler } from '../../server/src/platform/http/call.ts';
import { addSettingsCalls } from '../../server/src/platform/settings/read-page.ts';
import { readUploadRules } from '../../server/src/platform/settings/settings-reader.ts';
import { addFileCalls } from '../../server/src/platform/storage/file-routes.ts';
import type { DemoPerson } from './people.ts';

/** A user or admin of the demo with an account. */
export interface Player {
  readonly person: DemoPerson;
  readonly id: number;
  readonly role: Role;
}

/** The product with a manual clock: every call takes the same path as on the server. */
export interface Stage {
  readonly foundation: Foundation;
  readonly deps: ModuleDeps;
  now(): number;
  /** Moves the clock forward, never back. */
  moveTo(moment: number): void;
  /** Returns the data of the response. The caller counts as having just confirmed their identity. */
  call<T>(path: string, body: unknown, player: Player): Promise<T>;
  callerOf(player: Player): Caller;
}

/** The clock of a stage, created first because opening the foundation needs it. */
export interface StageClock {
  now: number;
}

const t = createTranslator('zh-CN', words);

/** The demo makes no call that should be rejected, so an error is a bug; the message names the call. */
function reject(path: string, error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new Error(`${path} rejected: ${error.problem} ${JSON.stringify(error.detail)}`);
}

/**
 * Skips audit log checkpoints: each scene is hours after the previous one and would sign the log again, but once at the end is
 * enough.
 */
function withoutCheckpoints(foundation: Foundation): Foundation {
  return { ...foundation, audit: { ...foundation.audit, checkpointIfDue: async () => {} } };
}

export function createStage(opened: Foundation, clock: StageClock): Stage {
  const foundation = withoutCheckpoints(opened);
  // The stage creates no backups.
  const backups = createBackupStore('', '', () => [], createOutsideCopies(foundation));
  const deps = createModuleDeps({ ...foundation, backups });
  const handlers = new Map<string, CallHandler>();
  const register = ({ path }: { readonly path: string }, handler: CallHandler) => void handlers.set(path, handler);
  mountResources(register, foundation, { operations: createOperations(deps), checks: createChecks() });
  addFileCalls(register, { ...foundation, uploadRules: () => readUploadRules(foundation.settings) });
  addSettingsCalls(register, foundation, {});
  addViewCalls(register, foundation);
  let calls = 0;

  const getCaller = ({ person, id, role }: Player): Caller => {
    calls += 1;
    const via: Via = person.username === 'gateway' ? 'service' : 'web';
    const actor = { id, name: person.name, role, permissionSet: fullAccess };
    const requested = { ip: person.ip, requestId: `demo-${calls}`, locale: 'zh-CN', t } as const;
    return { actor, via, ...requested, sessionId: null, stepUpAt: clock.now };
  };

  return {
    foundation,
    deps,
    now: () => clock.now,
    moveTo(moment) {
      clock.now = Math.max(clock.now, moment);
    },
    callerOf: getCaller,
    async call<T>(path: string, body: unknown, player: Player) {
      const handler = handlers.get(path);
      if (!handler) throw new Error(`nothing answers ${path}`);
      // No handler that is called here uses the request or the reply.
      const [request, reply] = [{}, {}] as unknown as [FastifyRequest, FastifyReply];
      const call = { caller: getCaller(player), body, idempotencyKey: null, request, reply };
      const answer = await handler(call).catch((error: unknown) => reject(path, error));
      return (answer instanceof Accepted ? answer.data : answer) as T;
    },
  };
}
