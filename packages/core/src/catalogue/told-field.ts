import type { Field, Fields } from '../definition/index.ts';
import { inputFields, json } from '../fields/index.ts';
import { type ApprovalKind, approval, approvedActions, frontVersion } from '../resources/index.ts';
import { frontSettings } from '../settings/index.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** What a version of the front end holds, under the names of its settings. */
function frontVersionParts(): Fields {
  const groups = Object.entries(frontSettings.groups);
  return Object.fromEntries(groups.map(([name, { label, fields }]) => [name, json(label, { parts: fields })]));
}

/** What an approval asks for, under the names of the action that it stands for; nothing for one that is not known. */
export function approvalParts({ kind }: DataRecord): Fields {
  const asked = Object.hasOwn(approvedActions, String(kind)) ? approvedActions[kind as ApprovalKind] : undefined;
  const action = asked?.resource.actions?.[asked.name];
  return asked && action ? inputFields(asked.resource, action) : {};
}

/** A field with the names under which a record tells its value. */
export function toldField(resource: { readonly name: string }, record: DataRecord, name: string, field: Field): Field {
  if (field.kind !== 'json') return field;
  if (resource.name === frontVersion.name && name === 'content') return { ...field, parts: frontVersionParts() };
  if (resource.name === approval.name && name === 'input') return { ...field, parts: approvalParts(record) };
  return field;
}
