import { type Client, getResourcePath, localize } from '@gantry/core';
import { type ImportOptions, importContent, type Outcomes } from '../../content/import-file.ts';
import {
  formatKey,
  loadPortables,
  type PortableResource,
  presentContent,
  withTargets,
} from '../../content/portable-resources.ts';
import type { Item } from '../../content/read-items.ts';
import { listRejectionReasons } from '../../content/rejection-reasons.ts';
import { type StoredRecord, TargetIndex } from '../../content/target-index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import type { DesiredState } from './desired-state.ts';
import { type AdminPlan, listAdminLines, planAdmins } from './plan-admins.ts';
import { listSettingLines, planSettings, type SettingsPlan } from './plan-settings.ts';

/** A record of the server that the folder does not have. */
export interface Surplus {
  readonly portable: PortableResource;
  readonly record: StoredRecord;
}

/** Everything that an apply would change, computed without changing anything. */
export interface Plan {
  readonly settings: SettingsPlan;
  readonly content: Outcomes;
  readonly admins: readonly AdminPlan[];
  /** Empty unless records are to be pruned. */
  readonly surplus: readonly Surplus[];
}

export interface ApplyOptions {
  readonly prune: boolean;
  readonly writesSecrets: boolean;
}

/** Import options that make the server match the folder, including the state of records. */
const importOptions = (dryRun: boolean): ImportOptions => ({ onConflict: 'update', withState: true, dryRun });

export const applyContent = (desired: DesiredState, dryRun: boolean, context: Context): Promise<Outcomes> =>
  importContent(desired.content, importOptions(dryRun), context);

const invalid = { zh: '配置有误，未写入任何内容', en: 'Some records are not valid. Nothing was written.' } as const;

/** Throws with all reasons when records of the folder are rejected. */
export function assertAccepted({ rejections }: Outcomes, desired: DesiredState, { locale }: Context): void {
  if (rejections.length === 0) return;
  const lines = rejections.map(({ line, entity, title, reasons }) => {
    const place = [desired.sourceOf(line), entity, title ? `“${title}”` : null].filter(Boolean).join(' ');
    return `${place}: ${reasons.join('; ')}`;
  });
  throw new CliError(localize(invalid, locale), exitCodes.usage, { hint: escapeControls(lines.join('\n')) });
}

/**
 * Finds records of the described entities that are missing in the folder, referring records first. Records that belong to a user
 * are not configuration and are never pruned.
 */
async function findSurplus({ entities }: DesiredState, items: readonly Item[], context: Context): Promise<Surplus[]> {
  const places = presentContent(context.options().profile).filter(({ command }) => entities.has(command));
  const portables = await loadPortables(withTargets(places));
  const index = new TargetIndex(context);
  await index.loadAll(portables.values());
  const wanted = new Map<string, number>();
  for (const { portableResource, key } of items) {
    const name = `${portableResource.place.name} ${key}`;
    wanted.set(name, (wanted.get(name) ?? 0) + 1);
  }
  const described = [...portables.values()].filter(({ place }) => places.includes(place)).reverse();
  return described.flatMap((portable) =>
    index.records(portable.place.name).flatMap((record) => {
      if (record.stays) return [];
      const name = `${portable.place.name} ${formatKey(portable, index.keyOf(portable, record))}`;
      const left = wanted.get(name) ?? 0;
      wanted.set(name, left - 1);
      return left > 0 ? [] : [{ portable, record }];
    }),
  );
}

export async function makePlan(
  client: Client,
  desired: DesiredState,
  { prune, writesSecrets }: ApplyOptions,
  context: Context,
): Promise<Plan> {
  const content = await applyContent(desired, true, context);
  assertAccepted(content, desired, context);
  const settings = await planSettings(client, desired.settings, content.items, writesSecrets, context);
  const admins = await planAdmins(client, desired.admins, context);
  const surplus = prune ? await findSurplus(desired, content.items, context) : [];
  return { settings, content, admins, surplus };
}

const getName = ({ portable: { place, resource }, record }: Surplus): string =>
  `${place.command} “${String(record.values[resource.title] ?? record.id)}”`;

function describeItem({ portableResource: { place }, title, outcome, changed = [], state, stored }: Item): string {
  const name = `${place.command} “${title}”`;
  if (outcome === 'created') return `+ ${name}`;
  const move = state !== null && stored?.state !== state ? [`${stored?.state} -> ${state}`] : [];
  return `~ ${name}: ${[...changed, ...move].join(', ')}`;
}

/** The plan as lines: `+` creates, `~` changes, `-` deletes. */
export function listPlanLines({ settings, content, admins, surplus }: Plan): string[] {
  const changed = content.items.filter(({ outcome }) => outcome === 'created' || outcome === 'updated');
  return [
    ...changed.map(describeItem),
    ...listSettingLines(settings).map((line) => `~ ${line}`),
    ...listAdminLines(admins).map((line) => `~ ${line}`),
    ...surplus.map((one) => `- ${getName(one)}`),
  ];
}

/** Deletes surplus records one by one; returns a line with the reason for each that the server does not delete. */
export async function pruneRecords(client: Client, surplus: readonly Surplus[], context: Context): Promise<string[]> {
  const rejected: string[] = [];
  for (const one of surplus) {
    const { portable, record } = one;
    try {
      const body = { id: record.id, version: record.version };
      const idempotencyKey = crypto.randomUUID();
      await client.call(getResourcePath(portable.resource.name, 'delete'), body, { idempotencyKey });
    } catch (error) {
      rejected.push(`${getName(one)}: ${listRejectionReasons(error).join('; ')}`);
    }
  }
  return rejected.map((line) => localize({ zh: `未删除 ${line}`, en: `Not deleted: ${line}` }, context.locale));
}
