import { randomBytes } from 'node:crypto';
import { type AnyResource, type Catalogue, catalogue, createTranslator, fullAccess, type Role } from '@gantry/core';
import { words } from '@gantry/core/words/en-US';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { type AuditTrail, createAuditTrail } from '../src/platform/audit/audit-trail.ts';
import type { Checkpoint } from '../src/platform/audit/chain.ts';
import type { Caller, Services } from '../src/platform/context/context.ts';
import { addFindCalls, collectLists } from '../src/platform/engine/get.ts';
import { type EngineParts, mountResources } from '../src/platform/engine/mount.ts';
import { addUndoCalls } from '../src/platform/engine/undo/undo-calls.ts';
import { addViewCalls } from '../src/platform/engine/views/view-calls.ts';
import { Accepted, type CallHandler, type CallSpec, type RegisterCall } from '../src/platform/http/call.ts';
import type { Database } from '../src/platform/store/database.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface CallOptions {
  readonly as?: Caller;
  readonly key?: string;
}

/** The engine over an empty database, called as the HTTP server calls it for an authenticated caller. */
export interface TestEngine {
  readonly services: Services;
  readonly audit: AuditTrail;
  readonly auditKey: Buffer;
  readonly database: Database;
  /** Where to open the database a second time. */
  readonly place: TestDatabase['place'];
  /** SQL texts of the statements run so far. */
  readonly statements: string[];
  readonly checkpoints: Checkpoint[];
  readonly specs: ReadonlyMap<string, CallSpec>;
  /** Returns `data` of the response. */
  call<T = Record<string, unknown>>(path: string, body: unknown, options?: CallOptions): Promise<T>;
  /** Returns the handler's raw result: a stream, or Accepted. */
  raw(path: string, body: unknown, options?: CallOptions): Promise<unknown>;
  /** The current time for the engine, UTC ms. */
  now: number;
  drop(): Promise<void>;
}

const t = createTranslator('en-US', words);

export function callerNamed(role: Role, id: number, rest: Partial<Caller> = {}): Caller {
  const actor = { id, name: `${role}-${id}`, role, permissionSet: fullAccess };
  const session = { sessionId: id, stepUpAt: null };
  return { actor, via: 'cli', ip: '127.0.0.1', requestId: `r-${id}`, locale: 'en-US', t, ...session, ...rest };
}

export const anAdmin = callerNamed('admin', 1);
export const aUser = callerNamed('user', 2);

export async function createTestEngine(
  kind: 'sqlite' | 'postgres',
  parts: Partial<EngineParts> & { readonly resources?: readonly AnyResource[] } = {},
): Promise<TestEngine> {
  const { database, place, statements, drop } = await createTestDatabase(kind);
  const checkpoints: Checkpoint[] = [];
  const auditKey = randomBytes(32);
  const sink = {
    write: async (checkpoint: Checkpoint) => void checkpoints.push(checkpoint),
    read: async () => checkpoints,
  };
  const state = { now: Date.UTC(2026, 0, 1) };
  const clock = () => state.now;
  const audit = createAuditTrail({ database, key: auditKey, clock, sink });
  const { resources = catalogue.resources, operations = {}, ...rest } = parts;
  const defined: Catalogue = { ...catalogue, resources };
  const services: Services = { catalogue: defined, database, audit, clock, log: pino({ level: 'silent' }) };
  const handlers = new Map<string, CallHandler>();
  const specs = new Map<string, CallSpec>();
  const register: RegisterCall = (spec, handler) => {
    handlers.set(spec.path, handler);
    specs.set(spec.path, spec);
  };
  const stored = collectLists(register);
  mountResources(stored.register, services, { operations, ...rest });
  addFindCalls(register, services, stored.lists);
  addUndoCalls(register, { services, operations, checks: rest.checks ?? {}, sealer: rest.sealer });
  addViewCalls(register, services);

  async function raw(path: string, body: unknown, { as = anAdmin, key }: CallOptions = {}): Promise<unknown> {
    const handler = handlers.get(path);
    if (!handler) throw new Error(`nothing answers ${path}`);
    const request = {} as FastifyRequest;
    const reply = fakeReply() as unknown as FastifyReply;
    return handler({ caller: as, body, idempotencyKey: key ?? null, request, reply });
  }

  return {
    services,
    audit,
    auditKey,
    database,
    place,
    statements,
    checkpoints,
    specs,
    raw,
    async call<T>(path: string, body: unknown, options?: CallOptions) {
      const answer = await raw(path, body, options);
      return (answer instanceof Accepted ? answer.data : answer) as T;
    },
    get now() {
      return state.now;
    },
    set now(value: number) {
      state.now = value;
    },
    drop,
  };
}

/** A reply that records what an export sends. */
function fakeReply() {
  const reply = {
    headers: {} as Record<string, string>,
    body: null as unknown,
    raw: { destroyed: false },
    header(name: string, value: string) {
      reply.headers[name] = value;
      return reply;
    },
    type: (value: string) => reply.header('content-type', value),
    send(body: unknown) {
      reply.body = body;
      return reply;
    },
  };
  return reply;
}
