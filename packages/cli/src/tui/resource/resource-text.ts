import { type AnyResource, can, findStateField, localize, type Permit, type Verb } from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';
import { formatCell } from '../fields/cells.ts';
import type { Tui } from '../parts/tui-context.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** The display name of a record: its title and its ID. */
export function getRecordName(resource: AnyResource, record: DataRecord, tui: Tui): string {
  const field = resource.fields[resource.title];
  const title = field ? formatCell(resource.title, field, record, tui) : '';
  return escapeControls(title === '' ? `#${String(record.id)}` : `${title} #${String(record.id)}`);
}

export function getResourceName(resource: AnyResource, tui: Tui): string {
  return localize(resource.label, tui.locale);
}

/** Returns a function that explains why the role may not use a verb; null when it may. */
export function explainVerbRejection(resource: AnyResource, tui: Tui): (verb: Verb) => string | null {
  return (verb) => {
    if (can(tui.rights, resource, verb)) return null;
    return resource.access[verb] ? tui.t('reason.role') : tui.t('tui.noVerb');
  };
}

/** Explains why something is not permitted; null when it is. `label` names the action. */
export function explainPermitRejection(resource: AnyResource, permit: Permit, label: string, tui: Tui): string | null {
  if (permit.ok) return null;
  if (permit.reason === 'role') return tui.t('reason.role');
  if (permit.why) return localize(permit.why, tui.locale);
  const option = findStateField(resource)?.field.options[permit.state ?? ''];
  return tui.t('reason.state', { state: option ? localize(option, tui.locale) : (permit.state ?? ''), action: label });
}
