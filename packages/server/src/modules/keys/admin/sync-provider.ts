import { ApiError, aiModel, localize } from '@gantry/core';
import type { Operation, OperationCall, PrepareCall } from '../../../platform/engine/operation.ts';
import { moveRecord } from '../../../platform/engine/record-actions/move-record.ts';
import type { Column, Row, RowOf } from '../../../platform/store/database.ts';
import { lockRows } from '../../../platform/store/records.ts';
import { mapToUpstreamModel } from '../key-route.ts';
import type { KeyDeps } from '../probe-key.ts';
import { readModels, UpstreamError } from '../read-upstream.ts';
import { addModel, type ModelMaker } from './key-upstream.ts';

type Deps = Pick<KeyDeps, 'keyring' | 'settings' | 'outbound'>;
type Listed = Omit<GroupListing, 'own'>;

/** Maximum number of upstreams that one call queries. */
const most = 20;
/** Maximum number of models that one call creates; the remaining ones need another call. */
const maxAdded = 300;

const words = {
  noKey: { zh: '该供应商没有可用的密钥', en: 'No key of this provider is usable.' },
  tooMany: { zh: '上游太多，请指定分组', en: 'Too many upstreams. Specify a group.' },
  rejected: {
    zh: '上游未返回模型列表，未做任何改动：',
    en: 'An upstream did not list its models. Nothing was changed: ',
  },
} as const;

/** The base URL of keys in one group, which is one upstream. */
interface Place {
  readonly keyGroup: string;
  readonly baseUrl: string;
  /** The active key that is used first; null while none can be used. */
  readonly row: RowOf<'api_keys'> | null;
}

/** The base URLs of the provider's keys, except those that were disabled by hand. */
async function getPositions({ services, input }: PrepareCall): Promise<Place[]> {
  const rows = await services.database.read
    .selectFrom('api_keys')
    .selectAll()
    .where('provider', '=', String(input.provider) as Column<'api_keys', 'provider'>)
    .$if(typeof input.keyGroup === 'string', (keys) => keys.where('key_group', '=', String(input.keyGroup)))
    .where('status', '<>', 'disabled')
    .orderBy('priority')
    .orderBy('id')
    .execute();
  const positions = new Map<string, Place>();
  for (const row of rows) {
    const [keyGroup, baseUrl] = [row.key_group, row.base_url];
    const place = JSON.stringify([keyGroup, baseUrl]);
    const known = positions.get(place)?.row ?? null;
    positions.set(place, { keyGroup, baseUrl, row: known ?? (row.status === 'active' ? row : null) });
  }
  return [...positions.values()];
}

/** The models that the upstreams of a provider list, and the base URLs that have no usable key now. */
interface UpstreamModels {
  readonly groups: readonly Listed[];
  readonly upstreams: number;
  readonly unasked: readonly string[];
}

/**
 * The models that an upstream lists. A failed or empty answer rejects the call, because all our models would seem to be removed.
 */
async function getListing(deps: Deps, row: RowOf<'api_keys'>, { locale }: PrepareCall['caller']): Promise<string[]> {
  try {
    const listed = await readModels(deps, row);
    if (listed.length === 0) throw new UpstreamError('empty');
    return listed;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const message = `${localize(words.rejected, locale)}${row.name} (${error.message})`;
    throw new ApiError('stateConflict', { message, data: { state: error.message, keyId: row.id } });
  }
}

/** Queries every upstream of the provider for which a key exists. */
async function callUpstreams(deps: Deps, call: PrepareCall): Promise<UpstreamModels> {
  const createRejection = (state: 'noKey' | 'tooMany') =>
    new ApiError('stateConflict', { message: localize(words[state], call.caller.locale), data: { state } });
  const positions = await getPositions(call);
  const usable = positions.flatMap(({ keyGroup, row }) => (row === null ? [] : [{ keyGroup, row }]));
  if (usable.length === 0) throw createRejection('noKey');
  if (usable.length > most) throw createRejection('tooMany');
  const listings = await Promise.all(
    usable.map(async ({ keyGroup, row }) => ({
      keyGroup,
      listed: await getListing(deps, row, call.caller),
      theirs: (code: string) => mapToUpstreamModel(row, code),
    })),
  );
  const silent = positions.filter(({ row }) => row === null);
  const groups = [...new Set(listings.map(({ keyGroup }) => keyGroup))].map((keyGroup) => ({
    keyGroup,
    isPartial: silent.some((place) => place.keyGroup === keyGroup),
    keys: listings.filter((listing) => listing.keyGroup === keyGroup),
  }));
  return {
    groups,
    upstreams: usable.length,
    unasked: silent.map(({ keyGroup, baseUrl }) => `${keyGroup} · ${baseUrl}`),
  };
}

/** Models of the catalogue that are called with keys of this provider, by group. */
async function getOwnModels({ tx, input }: OperationCall, groups: readonly Listed[]): Promise<Map<string, Row[]>> {
  const rows = await tx
    .selectFrom('ai_models')
    .select(['id', 'code', 'key_group'])
    .where('provider', '=', String(input.provider) as Column<'ai_models', 'provider'>)
    .where(
      'key_group',
      'in',
      groups.map(({ keyGroup }) => keyGroup),
    )
    .orderBy('id')
    .execute();
  const found = new Map<string, Row[]>(groups.map(({ keyGroup }) => [keyGroup, []]));
  for (const row of rows) found.get(row.key_group)?.push(row);
  return found;
}

/** A difference, with the catalog models that it concerns. */
interface Change extends ProviderChange {
  readonly ids: readonly number[];
}

async function getChanges(call: OperationCall, groups: readonly Listed[]): Promise<Change[]> {
  const models = await getOwnModels(call, groups);
  return groups.flatMap((group) => {
    const own = models.get(group.keyGroup) ?? [];
    const codes = own.map(({ code }) => String(code));
    return diffProvider({ ...group, own: codes }).map((change) => ({
      ...change,
      ids: own.filter(({ code }) => code === change.code).map(({ id }) => Number(id)),
    }));
  });
}

/** What a sync would find, without changing anything. */
export function previewSync(deps: Deps): Operation {
  return {
    prepare: (call) => callUpstreams(deps, call),
    async run(call, prepared) {
      const { groups, upstreams, unasked } = prepared as UpstreamModels;
      const { options } = aiModel.actions.previewSync.output.change;
      const items = (await getChanges(call, groups)).map(({ keyGroup, code, change }) => ({
        keyGroup,
        code,
        change: localize(options[change], call.caller.locale),
      }));
      return { data: { upstreams, unasked, items } };
    },
  };
}

/** Disables the removed models that are still enabled. Returns their upstream ids and what is logged. */
async function disableGone({ services, tx, caller }: OperationCall, gone: readonly Change[]) {
  const ids = gone.flatMap((change) => change.ids);
  const held = await lockRows(tx, services.database.dialect, aiModel, ids);
  const disabled: string[] = [];
  const audit = [];
  for (const row of held) {
    if (row.status !== 'enabled') continue;
    const move = { services, resource: aiModel, action: 'disable', tx, row, by: caller.actor.id };
    audit.push((await moveRecord(move, {})).audit);
    disabled.push(row.code);
  }
  return { disabled, audit };
}

/** Creates disabled models for the selected new ones of a provider, and disables the selected ones that it no longer lists. */
export function syncProvider(deps: Deps & ModelMaker): Operation {
  return {
    prepare: (call) => callUpstreams(deps, call),
    async run(call, prepared) {
      const { input, resource, name } = call;
      const { groups, unasked } = prepared as UpstreamModels;
      const changes = await getChanges(call, groups);
      const fresh = input.add === true ? changes.filter(({ change }) => change === 'new') : [];
      const gone = input.disableGone === true ? changes.filter(({ change }) => change === 'gone') : [];
      const added = fresh.slice(0, maxAdded);
      const audit = [];
      for (const { keyGroup, code } of added)
        audit.push(...(await addModel(deps, call, { provider: input.provider, key_group: keyGroup } as Row, code)));
      const { disabled, audit: moves } = await disableGone(call, gone);
      const data = { added: added.map(({ code }) => code), disabled, left: fresh.length - added.length, unasked };
      const after = { provider: input.provider, added: added.length, disabled: disabled.length };
      return { data, audit: [{ resource: resource.name, resourceId: null, action: name, after }, ...audit, ...moves] };
    },
  };
}

/** Models of one group of keys: what their upstream lists, and the names in the catalog. */
interface GroupListing {
  readonly keyGroup: string;
  /** True when an address of the group could not be queried. It may have any model, so no model counts as removed. */
  readonly isPartial?: boolean;
  /** Upstream ids, by key: a key may call a model by another name. */
  readonly keys: readonly {
    readonly listed: readonly string[];
    /** Maps a model of the catalog to its name at this key's upstream. */
    theirs(code: string): string;
  }[];
  /** Upstream ids of the catalogue's models of this provider and group. */
  readonly own: readonly string[];
}

interface ProviderChange {
  readonly keyGroup: string;
  readonly code: string;
  readonly change: 'new' | 'gone';
}

/**
 * The models that are new at the upstream of a group, and the catalog models that none of its keys lists any longer. Each appears
 * once, by its id.
 */
export function diffProvider({ keyGroup, isPartial = false, keys, own }: GroupListing): ProviderChange[] {
  const known = new Set(keys.flatMap(({ theirs }) => own.map(theirs)).concat(own));
  const listed = new Set(keys.flatMap((key) => key.listed));
  const fresh = [...listed].filter((code) => !known.has(code));
  const gone = isPartial ? [] : own.filter((code) => !keys.some((key) => key.listed.includes(key.theirs(code))));
  return [
    ...fresh.sort().map((code) => ({ keyGroup, code, change: 'new' }) as const),
    ...[...gone].sort().map((code) => ({ keyGroup, code, change: 'gone' }) as const),
  ];
}
