import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { ApiError, type Locale, localize, redeemBatch, type Values } from '@gantry/core';
import { createDayOf } from '../../platform/context/day-of.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Cell, NewColumn, Row } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { createPlanSnapshot } from '../memberships/index.ts';
import { generateCodeTexts } from './code-text.ts';

const ivLength = 12;
const place = (batchId: number) => ({ table: 'redeem_batches', id: batchId, column: 'code_key' });

/** Creates the key of a batch, encrypted with the installation's keys. There are many codes, so a batch shares one key. */
function createBatchKey(keyring: Keyring, batchId: number): { readonly key: Buffer; readonly sealed: string } {
  const key = randomBytes(32);
  return { key, sealed: keyring.seal(place(batchId), key.toString('base64')) };
}

export function openBatchKey(keyring: Keyring, batchId: number, sealed: string): Buffer {
  return Buffer.from(keyring.open(place(batchId), sealed), 'base64');
}

/** Encrypts a code with its batch's key (AES-256-GCM, bound to the batch): IV, tag and ciphertext in base64. */
function sealCode(key: Buffer, batchId: number, code: string, iv = randomBytes(ivLength)): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(`redeem_codes:${batchId}`));
  const text = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Encrypts codes with their batch's key, each with its own random IV. */
function sealCodes(key: Buffer, batchId: number, codes: readonly string[]): string[] {
  const ivs = randomBytes(codes.length * ivLength);
  return codes.map((code, at) => sealCode(key, batchId, code, ivs.subarray(at * ivLength, (at + 1) * ivLength)));
}

/** Decrypts a code. Throws when it was changed or belongs to another batch. */
export function openCode(key: Buffer, batchId: number, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(`redeem_codes:${batchId}`));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** The keyed hash of the full code, by which it is found. */
export function hashOfCode(keyring: Keyring, code: string): string {
  return keyring.mac('search', 'redeem-code', code);
}

const words = {
  nothing: { zh: '请填写要发放的数量', en: 'Enter the amount that each code grants.' },
  kind: { zh: '与类型不符', en: 'This field does not apply to the selected type.' },
  plan: { zh: '请选择会员套餐', en: 'Choose a membership plan' },
  mixed: { zh: '组合至少包含两样', en: 'A mixed batch needs at least two reward types.' },
  single: { zh: '单次兑换码只能使用一次', en: 'A single-use code can be used only once.' },
  past: { zh: '失效时间须在将来', en: 'The expiry time must be in the future.' },
  order: { zh: '失效时间须晚于生效时间', en: 'The expiry time must be after the start time.' },
} as const;

/** A code of one kind grants only that; a mixed code grants two or all three things. */
function rejectInvalidParts(input: Values, reject: (field: string, why: keyof typeof words) => void): void {
  const given = {
    coin: Number(input.coin ?? 0) > 0,
    compute: Number(input.compute ?? 0) > 0,
    vip: (input.vipPlanId ?? null) !== null,
  };
  const fields = { coin: 'coin', compute: 'compute', vip: 'vipPlanId' } as const;
  for (const part of ['coin', 'compute', 'vip'] as const) {
    if (input.kind === part && !given[part]) reject(fields[part], part === 'vip' ? 'plan' : 'nothing');
    if (input.kind !== 'mixed' && input.kind !== part && given[part]) reject(fields[part], 'kind');
  }
  if (input.kind === 'mixed' && Object.values(given).filter(Boolean).length < 2) reject('kind', 'mixed');
  if ((input.vipDays ?? null) !== null && !given.vip) reject('vipDays', 'plan');
}

/** Validates what the fields cannot express: amounts that fit the kind, uses that fit the mode, times in order. */
function rejectInvalid(input: Values, now: number, locale: Locale): void {
  const errors: Record<string, string[]> = {};
  const reject = (field: string, why: keyof typeof words) => {
    errors[field] = [localize(words[why], locale)];
  };
  rejectInvalidParts(input, reject);
  if (input.mode !== 'shared' && Number(input.maxUses ?? 1) > 1) reject('maxUses', 'single');
  if (typeof input.expiresAt === 'number' && input.expiresAt <= now) reject('expiresAt', 'past');
  if (typeof input.expiresAt === 'number' && typeof input.validFrom === 'number' && input.expiresAt <= input.validFrom)
    reject('expiresAt', 'order');
  if (Object.keys(errors).length > 0) throw new ApiError('invalid', { errors });
}

const dayOf = createDayOf();

/** `20260131-0007`: the site's day and a number derived from the ID. */
const createBatchNo = (at: number, timezone: string, id: number) =>
  `${dayOf(at, timezone).replaceAll('-', '')}-${String(id).padStart(4, '0')}`;

const columns: readonly NewColumn[] = [
  { name: 'code_hash', type: 'text' },
  { name: 'code_enc', type: 'text' },
  { name: 'tail', type: 'text' },
  { name: 'batch_id', type: 'bigint' },
  { name: 'max_uses', type: 'bigint' },
  { name: 'used_count', type: 'bigint' },
  { name: 'expires_at', type: 'bigint' },
  { name: 'status', type: 'text' },
  { name: 'version', type: 'bigint' },
  { name: 'created_at', type: 'bigint' },
  { name: 'updated_at', type: 'bigint' },
];

/** Rows created and inserted at a time; between two chunks the server handles other requests. */
const chunk = 2_000;

/** Returns a snapshot of the current plan for later redemptions. */
async function planOf({ tx, input, caller }: OperationCall): Promise<string | null> {
  if ((input.vipPlanId ?? null) === null) return null;
  const plan = await tx
    .selectFrom('vip_plans')
    .selectAll()
    .where('id', '=', Number(input.vipPlanId))
    .executeTakeFirst();
  if (!plan) throw new ApiError('invalid', { errors: { vipPlanId: [localize(words.plan, caller.locale)] } });
  return JSON.stringify(createPlanSnapshot(plan));
}

/** The default format of new codes. */
interface UsualLook {
  readonly codeLength: number;
  readonly grouping: number;
  /** Time zone of the site. */
  readonly timezone: string;
}

async function insertBatch(call: OperationCall, usual: UsualLook): Promise<Row> {
  const { tx, services, input, caller, resource } = call;
  const at = services.clock();
  const stamp = { by: caller.actor.id, at };
  const look = { codeLength: input.codeLength ?? usual.codeLength, grouping: input.grouping ?? usual.grouping };
  const row = createRow(resource, { ...input, ...look, used: 0, voided: 0 }, stamp);
  const [id = 0] = await insertRecords(tx, services.database.dialect, resource, [row]);
  return { ...row, id, no: createBatchNo(at, usual.timezone, id) };
}

/** Creates a batch and its codes in one transaction. */
export function generateCodes(keyring: Keyring, settings: SettingsReader): Operation {
  return {
    async prepare({ input, services, caller }): Promise<UsualLook> {
      rejectInvalid(input, services.clock(), caller.locale);
      const { codeLength, grouping } = await settings.read('system', 'redeem');
      const { timezone } = await settings.read('system', 'site');
      return { codeLength, grouping, timezone };
    },
    async run(call, prepared) {
      const { tx, services, caller, resource, name, input } = call;
      const batch = await insertBatch(call, prepared as UsualLook);
      const id = Number(batch.id);
      const { key, sealed } = createBatchKey(keyring, id);
      const marks = { no: String(batch.no), code_key: sealed, vip_snapshot: await planOf(call) };
      await tx.updateTable('redeem_batches').set(marks).where('id', '=', id).execute();
      const at = services.clock();
      const getRows = (count: number): Cell[][] => {
        const codes = generateCodeTexts(count, Number(batch.code_length));
        const sealed = sealCodes(key, id, codes);
        const uses = Number(input.maxUses ?? 1);
        const expiresAt = (input.expiresAt as number) ?? null;
        return codes.map((code, row) => [
          ...[
            hashOfCode(keyring, code),
            sealed[row] ?? '',
            code.slice(-4),
            id,
            uses,
            0,
            expiresAt,
            'unused',
            1,
            at,
            at,
          ],
        ]);
      };
      for (let left = Number(input.count ?? 1); left > 0; left -= chunk) {
        await services.database.dialect.insertMany(tx, 'redeem_codes', columns, getRows(Math.min(left, chunk)));
        await breathe();
      }
      const data = await presentRow(services, tx, resource, batch, caller);
      const after = {
        no: batch.no,
        name: batch.name,
        kind: batch.kind,
        count: batch.count,
        coin: batch.coin,
        compute: batch.compute,
        vipPlanId: batch.vip_plan_id ?? null,
      };
      return {
        data,
        audit: { resource: redeemBatch.name, resourceId: id, action: name, after, count: Number(batch.count) },
      };
    },
  };
}
