import type { Field, Fields } from '../definition/index.ts';
import { json, text } from '../fields/index.ts';
import { approval, approvedParts, frontVersion } from '../modules/resources.ts';
import { allSettings, frontSettings } from '../modules/settings.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** Returns the fields of a front-end version, labeled like its settings. */
function getFrontVersionParts(): Fields {
  const groups = Object.entries(frontSettings.groups);
  return Object.fromEntries(groups.map(([name, { label, fields }]) => [name, json(label, { parts: fields })]));
}

/** Returns the fields of a settings change, labeled like its group. */
function getSettingsParts(input: unknown): Fields {
  const { page, group } = (input ?? {}) as DataRecord;
  const found = allSettings.find(({ name }) => name === page);
  const { label, fields } = Object.entries(found?.groups ?? {}).find(([name]) => name === group)?.[1] ?? {};
  return {
    page: text({ zh: '页面', en: 'Page' }),
    group: text({ zh: '分组', en: 'Group' }),
    values: json(label ?? { zh: '值', en: 'Values' }, fields ? { parts: fields } : {}),
  };
}

/** Returns the input fields of the action that an approval is for; empty for an unknown action. */
export function getApprovalParts({ kind, input }: DataRecord): Fields {
  if (kind === 'saveSettings') return getSettingsParts(input);
  return approvedParts(kind);
}

/** Returns a field with the labels for its JSON content in a record. */
export function getResultField(
  resource: { readonly name: string },
  record: DataRecord,
  name: string,
  field: Field,
): Field {
  if (field.kind !== 'json') return field;
  if (resource.name === frontVersion.name && name === 'content') return { ...field, parts: getFrontVersionParts() };
  if (resource.name === approval.name && name === 'input') return { ...field, parts: getApprovalParts(record) };
  return field;
}
