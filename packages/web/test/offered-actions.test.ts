import path from 'node:path';
import {
  type Action,
  type AnyResource,
  canDelete,
  canRun,
  catalogue,
  type Field,
  findStateField,
  fullAccess,
  getError,
  getInputFields,
  getResourcePath,
  kebab,
  type Requester,
  snake,
  toTableName,
} from '@gantry/core';
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { fillTables } from './sample-rows.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Actions that call external services. */
const notCalled = new Set([
  ...['apiKey/test', 'apiKey/checkBalance', 'apiKey/compareModels', 'apiKey/addModels', 'backup/upload'],
  ...['aiModel/test', 'aiModel/syncProvider', 'identityProvider/test'],
]);
/**
 * Rejections that depend on something else: another record (its batch, its knowledge base, its documents, its payee, its
 * endpoint, its work in progress), a key for a model, or the clock before the next sweep.
 */
const decidedElsewhere = new Set([
  ...['making', 'replaced', 'rebuilding', 'unserved', 'last', 'unread', 'rerunning', 'same', 'closed', 'owes'],
  ...['importing', 'noKey', 'expired', 'empty', 'endpointDisabled'],
]);

let server: RunningServer;
let token: string;
let requester: Requester;
let ownId: number;
let database: Database;

beforeAll(async () => {
  server = await startServer({ env: { CRAFT: 'true' } });
  token = await server.firstAdmin();
  fillTables(server.data, { now: Date.now(), picture: `/files/${'a'.repeat(32)}.png` });
  database = new Sqlite(path.join(server.data, 'gantry.db'));
  database.pragma('busy_timeout = 20000');
  database.pragma('ignore_check_constraints = on');
  const { data } = await server.call('/info', {}, { token });
  ownId = Number(data.id);
  requester = { role: 'admin', id: ownId, permissionSet: fullAccess };
});
afterAll(async () => {
  database?.close();
  await server?.stop();
});

/** Returns a valid value of a required input; other inputs are omitted. */
function getInput(field: Field): unknown {
  switch (field.kind) {
    case 'integer':
      return Math.max(1, field.min ?? 1);
    case 'money':
      return 100;
    case 'boolean':
      return false;
    case 'choice':
      return Object.keys(field.options)[0];
    case 'choices':
      return Object.keys(field.options).slice(0, 1);
    case 'tags':
      return ['tag'];
    case 'reference':
      return 1;
    case 'time':
      return Date.now() + 86_400_000;
    case 'date':
      return '2030-01-01';
    default:
      return 'example'.padEnd('min' in field ? (field.min ?? 0) : 0, '1');
  }
}

const getInputs = (resource: AnyResource, action: Action) =>
  Object.fromEntries(
    Object.entries(getInputFields(resource, action)).flatMap(([name, field]) =>
      field.required === true ? [[name, getInput(field)]] : [],
    ),
  );

async function getRows(resource: AnyResource, id: number | null = null): Promise<Row[]> {
  const body = id === null ? { pageSize: 12 } : { filters: { id: { from: id, to: id } } };
  const { data, text } = await server.call(getResourcePath(resource.name, 'list'), body, { token });
  if (!Array.isArray(data?.items)) throw new Error(`${resource.name}: ${text}`);
  return data.items as Row[];
}

/** Returns the differences between the offered actions and those that the server allows in the state. */
async function differences(resource: AnyResource, name: string, rule: Action | null): Promise<string[]> {
  const found: string[] = [];
  const permitFor = (row: Row) => (rule ? canRun(requester, resource, rule, row) : canDelete(requester, resource, row));
  for (const { id } of await getRows(resource)) {
    // Reads the current row: the call for another row may have changed it.
    const [row] = await getRows(resource, id);
    if (!row || isOwn(resource, row)) continue;
    const permit = permitFor(row);
    const body = { id: row.id, ...(rule ? getInputs(resource, rule) : { version: row.version }) };
    const answer = await server.call(`/${kebab(resource.name)}/${kebab(name)}`, body, { token });
    const rejected = answer.code === getError('stateConflict').code;
    const state = String((answer.data as { state?: unknown } | null)?.state ?? '');
    const isOffered = permit.ok && rejected && !decidedElsewhere.has(state);
    const isHidden = !permit.ok && permit.reason === 'state' && answer.code === 20000;
    if (!isOffered && !isHidden) continue;
    // A worker may have changed the state between the two calls.
    const [now] = isOffered ? await getRows(resource, id) : [row];
    if (now && permitFor(now).ok === permit.ok)
      found.push(`${isOffered ? 'offered' : 'hidden'}: ${name} ${id}: ${answer.text}`);
  }
  return found;
}

const shown = catalogue.resources.filter(({ access }) => access.list !== undefined);
const getActions = ({ name, actions = {} }: AnyResource) =>
  Object.entries(actions).filter(([action, { on }]) => on === 'record' && !notCalled.has(`${name}/${action}`));

/** Whether the record is the calling admin or their session: an action on either would end the test. */
const isOwn = ({ name }: AnyResource, row: Row): boolean =>
  (name === 'admin' && row.id === ownId) || (name === 'adminSession' && row.adminId === ownId);

describe('actions offered with a record', () => {
  it.each(shown.filter((one) => getActions(one).length > 0 || one.deletion).map((one) => [one.name, one] as const))(
    'are never rejected because of the state: %s',
    async (_name, resource) => {
      await server.call('/step-up', { password: firstAdmin.password }, { token });
      const found: string[] = [];
      for (const [name, action] of getActions(resource)) found.push(...(await differences(resource, name, action)));
      if (resource.deletion) found.push(...(await differences(resource, 'delete', null)));
      expect(found).toEqual([]);
    },
  );

  // An admin who puts all admins in one state would sign themselves out.
  const ruled = shown.filter((one) => one.name !== 'admin' && getActions(one).some(([, { when }]) => when));
  it.each(ruled.map((one) => [one.name, one] as const))(
    'follow custom rules in every state: %s',
    async (_name, resource) => {
      await server.call('/step-up', { password: firstAdmin.password }, { token });
      const state = findStateField(resource);
      const found: string[] = [];
      for (const value of Object.keys(state?.field.options ?? {}))
        for (const [name, action] of getActions(resource).filter(([, { when }]) => when)) {
          database.prepare(`update "${toTableName(resource.name)}" set "${snake(state?.name ?? '')}" = ?`).run(value);
          found.push(...(await differences(resource, name, action)));
        }
      expect(found).toEqual([]);
    },
  );
});
