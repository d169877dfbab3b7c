import { aiModel, Fault, say } from '@gantry/core';
import { readModels, UpstreamRefused } from '../../keys/ask-upstream.ts';
import type { KeyNeeds } from '../../keys/check-key.ts';
import { upstreamModel } from '../../keys/model-map.ts';
import type { Operation, OperationCall, PrepareCall } from '../../resources/operation.ts';
import type { Row } from '../../store/database.ts';
import { lockRows } from '../../store/records.ts';
import { moveRecord } from '../catalogue/move-record.ts';
import { addModel } from './key-upstream.ts';
import { type GroupListing, type ProviderChange, providerDifference } from './provider-difference.ts';

type Needs = Pick<KeyNeeds, 'keyring' | 'settings' | 'gate'>;
type Listed = Omit<GroupListing, 'own'>;

/** Upstreams that one call asks. */
const most = 20;
/** Models that one call makes; what is left over is for another. */
const mostAdded = 300;

const words = {
  noKey: { zh: '该供应商没有可用的密钥', en: 'No key of this provider can be used now' },
  tooMany: { zh: '上游太多，请指定分组', en: 'Too many upstreams: name a group' },
  refused: {
    zh: '上游没有给出模型列表，未做任何改动：',
    en: 'An upstream did not list its models, so nothing was done: ',
  },
} as const;

/** Active keys of the provider: of each group one for each address, the one that is used first. */
async function keysOf({ services, input }: PrepareCall): Promise<Row[]> {
  const rows = await services.database.read
    .selectFrom('api_keys')
    .selectAll()
    .where('provider', '=', String(input.provider))
    .$if(typeof input.keyGroup === 'string', (keys) => keys.where('key_group', '=', String(input.keyGroup)))
    .where('status', '=', 'active')
    .orderBy('priority')
    .orderBy('id')
    .execute();
  const first = new Map<string, Row>();
  for (const row of rows) {
    const place = JSON.stringify([row.key_group, row.base_url]);
    if (!first.has(place)) first.set(place, row);
  }
  return [...first.values()];
}

/** Asks every upstream of the provider. One that does not answer ends it all: its models would seem to be gone. */
async function listings(needs: Needs, call: PrepareCall): Promise<Listed[]> {
  const { locale } = call.caller;
  const keys = await keysOf(call);
  if (keys.length === 0)
    throw new Fault('stateConflict', { message: say(words.noKey, locale), data: { state: 'noKey' } });
  if (keys.length > most)
    throw new Fault('stateConflict', { message: say(words.tooMany, locale), data: { state: 'tooMany' } });
  const asked = await Promise.all(
    keys.map(async (row) => {
      try {
        return { row, listed: await readModels(needs, row) };
      } catch (error) {
        if (!(error instanceof UpstreamRefused)) throw error;
        const message = `${say(words.refused, locale)}${row.name} (${error.message})`;
        throw new Fault('stateConflict', { message, data: { state: error.message, keyId: Number(row.id) } });
      }
    }),
  );
  const groups = new Map<string, Listed['keys'][number][]>();
  for (const { row, listed } of asked) {
    const group = String(row.key_group);
    const key = { listed, theirs: (code: string) => upstreamModel(row, code) };
    groups.set(group, [...(groups.get(group) ?? []), key]);
  }
  return [...groups].map(([keyGroup, list]) => ({ keyGroup, keys: list }));
}

/** Models of the catalogue that are called with keys of this provider and group. */
async function ownModels({ tx, input }: OperationCall, keyGroup: string): Promise<Row[]> {
  return tx
    .selectFrom('ai_models')
    .select(['id', 'code', 'status'])
    .where('provider', '=', String(input.provider))
    .where('key_group', '=', keyGroup)
    .execute();
}

async function changesOf(call: OperationCall, groups: readonly Listed[]): Promise<ProviderChange[]> {
  const found: ProviderChange[] = [];
  for (const group of groups) {
    const own = (await ownModels(call, group.keyGroup)).map(({ code }) => String(code));
    found.push(...providerDifference({ ...group, own }));
  }
  return found;
}

/** What a sync would find, without changing anything. */
export function previewSync(needs: Needs): Operation {
  return {
    prepare: (call) => (call.dryRun ? Promise.resolve([]) : listings(needs, call)),
    async run(call, prepared) {
      const items = await changesOf(call, prepared as Listed[]);
      const { options } = aiModel.actions.previewSync.output.change;
      const shown = items.map((item) => ({ ...item, change: say(options[item.change], call.caller.locale) }));
      return { data: { items: shown } };
    },
  };
}

/** Makes disabled models of what is new at the provider, and disables what it no longer has, each as far as was asked for. */
export function syncProvider(needs: Needs): Operation {
  return {
    prepare: (call) => (call.dryRun ? Promise.resolve([]) : listings(needs, call)),
    async run(call, prepared) {
      const { input, services, tx, caller, resource, name } = call;
      const changes = await changesOf(call, prepared as Listed[]);
      const fresh = input.add === true ? changes.filter(({ change }) => change === 'new') : [];
      const gone = input.disableGone === true ? changes.filter(({ change }) => change === 'gone') : [];
      const audit = [];
      const added = fresh.slice(0, mostAdded);
      for (const { keyGroup, code } of added)
        audit.push(...(await addModel(call, { provider: input.provider, key_group: keyGroup } as Row, code)));
      const disabled: string[] = [];
      for (const { keyGroup, code } of gone) {
        const row = (await ownModels(call, keyGroup)).find((one) => one.code === code && one.status === 'enabled');
        const [locked] = row ? await lockRows(tx, services.database.dialect, aiModel, [Number(row.id)]) : [];
        if (locked?.status !== 'enabled') continue;
        const move = { services, resource: aiModel, action: 'disable', tx, row: locked, by: caller.actor.id };
        audit.push((await moveRecord(move, {})).audit);
        disabled.push(code);
      }
      const data = { added: added.map(({ code }) => code), disabled, left: fresh.length - added.length };
      const after = { provider: input.provider, added: data.added.length, disabled: disabled.length };
      return { data, audit: [{ resource: resource.name, resourceId: null, action: name, after }, ...audit] };
    },
  };
}
