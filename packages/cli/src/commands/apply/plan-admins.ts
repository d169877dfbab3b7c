import { type Client, checkInput, fillText, getResourcePath, type ListAnswer, type Values } from '@gantry/core';
import { loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';

const words = {
  unknown: { zh: '管理员不存在：{name}', en: 'Admin not found: {name}.' },
  invalid: { zh: '管理员 {name}：{reason}', en: 'Admin {name}: {reason}' },
  unknownField: {
    zh: '管理员 {name}：配置文件只能设置 {fields}',
    en: 'Admin {name}: configuration files can only set {fields}.',
  },
} as const;

/** The fields of an admin that a folder may set. Accounts and passwords are never in files. */
const fieldNames = ['permissionSet', 'requireTwoFactor'] as const;

/** An admin with the fields that change. */
export interface AdminPlan {
  readonly id: number;
  readonly version: number;
  readonly username: string;
  readonly before: Values;
  readonly values: Values;
}

const toComparable = (value: unknown) =>
  Array.isArray(value) ? JSON.stringify([...value].sort()) : JSON.stringify(value ?? []);

async function checkFields(name: string, values: Values, { locale, t }: Context): Promise<void> {
  const unknown = Object.keys(values).some((field) => !fieldNames.includes(field as (typeof fieldNames)[number]));
  if (unknown)
    throw new CliError(fillText(words.unknownField, { name, fields: fieldNames.join(', ') }, locale), exitCodes.usage);
  const { fields } = await loadEntity('admin');
  const given = Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(values, field)));
  const checked = checkInput(given, values, locale, t);
  if (checked.ok) return;
  const reason = Object.values(checked.errors).flat().join(' ');
  throw new CliError(fillText(words.invalid, { name, reason }, locale), exitCodes.usage);
}

async function findAdmin(client: Client, username: string, { locale }: Context): Promise<Values> {
  const { items } = await client.call<ListAnswer<Values>>(getResourcePath('admin', 'list'), {
    keyword: username,
    pageSize: 100,
  });
  const found = items.find((one) => one.username === username);
  if (!found) throw new CliError(fillText(words.unknown, { name: username }, locale), exitCodes.notFound);
  return client.call<Values>(getResourcePath('admin', 'get'), { id: found.id });
}

/** Plans the changes to existing admins. */
export async function planAdmins(
  client: Client,
  admins: Readonly<Record<string, Values>>,
  context: Context,
): Promise<AdminPlan[]> {
  const plans: AdminPlan[] = [];
  for (const [username, wanted] of Object.entries(admins)) {
    await checkFields(username, wanted, context);
    const record = await findAdmin(client, username, context);
    const changed = Object.entries(wanted).filter(
      ([name, value]) => toComparable(value) !== toComparable(record[name]),
    );
    if (changed.length === 0) continue;
    const before = Object.fromEntries(changed.map(([name]) => [name, record[name] ?? null]));
    const [id, version] = [Number(record.id), Number(record.version)];
    plans.push({ id, version, username, before, values: Object.fromEntries(changed) });
  }
  return plans;
}

export const listAdminLines = (plans: readonly AdminPlan[]): string[] =>
  plans.flatMap(({ username, before, values }) =>
    Object.entries(values).map(
      ([name, value]) => `admin ${username}.${name}: ${JSON.stringify(before[name])} -> ${JSON.stringify(value)}`,
    ),
  );

export async function applyAdmins(client: Client, plans: readonly AdminPlan[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const { id, version, values } of plans) {
    const body = { id, version, ...values };
    const idempotencyKey = crypto.randomUUID();
    answers.push(await client.call(getResourcePath('admin', 'update'), body, { idempotencyKey }));
  }
  return answers;
}
