import { createHmac, randomUUID } from 'node:crypto';
import { signSandboxNotice } from '@gantry/core';
import { closeDue } from '../../../server/src/modules/orders/expire-orders.ts';
import { openBatchKey, openCode } from '../../../server/src/modules/redeem/generate-codes.ts';
import { families, givens } from '../content/platform.ts';
import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';

/** A user of the platform. */
interface Person {
  readonly userId: number;
  readonly inviteCode: string;
}
interface Model {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly keyIds: readonly number[];
}

/** The state of the platform at the time of a scene. */
interface DemoState {
  readonly people: Person[];
  readonly codes: string[];
}
type Play = Script & { readonly platform: Platform; readonly demoState: DemoState };

/** The average number of uses per day, and how often other calls happen per use. */
const usesADay = 14;
const trialDays = 2;
/** The regions of users, by region code. */
const regions = ['440305', '330106', '110108', '440304', '510107', '310115', '440106', '330212'];

/** The clients that orders come from, mostly phones. */
const clients = ['web', 'wechat', 'android', 'h5', 'ios', 'wechat', 'desktop'] as const;

/** The users of the platform and their actions: they register, buy, redeem, sign in, and use what they paid for. */
export function platformScenes(script: Script, platform: Platform): Scene[] {
  const play: Play = { ...script, platform, demoState: { people: [], codes: [] } };
  const { activity, random, days } = script;
  const from = activity.start + trialDays * 86_400_000;
  const later = (): number => {
    const at = activity.visit();
    return at > from ? at : later();
  };
  const often = (count: number, act: (play: Play) => Promise<unknown>): Scene[] =>
    Array.from({ length: Math.ceil(count) }, () => ({ at: later(), play: async () => void (await act(play)) }));
  return [
    { at: activity.work(0), play: () => prepare(play) },
    { at: activity.work(1), play: () => issueCodes(play) },
    ...Array.from({ length: Math.ceil(days * 1.5) }, (_, n): Scene => {
      const at = n < 8 ? from + n : later();
      return { at, play: () => register(play, n) };
    }),
    ...often(days * 2.4, buy),
    ...often(days * 0.7, redeem),
    ...often(days * 4, signIn),
    ...often(days * usesADay, use),
    { at: activity.end - random.integer(60_000, 120_000), play: () => tidy(play) },
  ];
}

/** Creates the service client and enables the sandbox gateway. */
async function prepare({ stage, cast, platform }: Play): Promise<void> {
  const { owner } = cast;
  await platform.open(owner);
  const values = { sandboxEnabled: true, sandboxSecret: platform.sandboxSecret };
  await stage.call('/settings/save', { page: 'system', group: 'pay', version: 0, values }, owner);
  stage.moveTo(stage.now() + 60_000);
}

/** A batch of codes for a shop; users redeem some of them. */
async function issueCodes({ stage, cast, demoState, days }: Play): Promise<void> {
  const body = { name: '周年庆兑换码', kind: 'coin', coin: 200, count: days * 2, channel: '线下活动', cost: 100 };
  const { id } = await stage.call<{ id: number }>('/redeem-batch/generate', body, cast.owner);
  const { read } = stage.foundation.database;
  const batch = await read.selectFrom('redeem_batches').select('code_key').where('id', '=', id).executeTakeFirst();
  const key = openBatchKey(stage.deps.keyring, id, String(batch?.code_key));
  const rows = await read.selectFrom('redeem_codes').select('code_enc').where('batch_id', '=', id).execute();
  demoState.codes.push(...rows.map((row) => openCode(key, id, row.code_enc)));
}

/** Some users register with an invite code; a third receives initial credits. */
async function register({ stage, cast, platform, demoState, random }: Play, n: number): Promise<void> {
  const [family, given] = [families[n % families.length], givens[(n * 5 + Math.floor(n / 14)) % givens.length]];
  const host = demoState.people.length > 3 && random.chance(0.25) ? random.pick(demoState.people) : null;
  const source = random.weighted([
    ['web', 6],
    ['h5', 2],
    ['wechat', 3],
  ] as const);
  const username = `${given?.[0]}.${family?.[0]}${n}`;
  const answer = await platform.call('userRegister', {
    username,
    ...(n % 5 === 4 ? {} : { email: `${username}@example.com` }),
    nickname: `${family?.[1]}${given?.[1]}`,
    source: host ? 'invite' : source,
    inviterCode: host?.inviteCode ?? null,
    ip: `10.${30 + (n % 40)}.${n % 200}.${1 + (n % 250)}`,
    regionCode: regions[n % regions.length] ?? null,
  });
  if (!answer) return;
  const { userId, inviteCode } = answer;
  demoState.people.push({ userId, inviteCode });
  if (n % 3 !== 0) return;
  const welcome = { id: userId, asset: 'coin', amount: 80, reason: '新用户体验金' };
  await stage.call('/user/adjust-balance', welcome, cast.owner);
}

/** A random user; early users are the most active. */
function someone({ demoState, random }: Play): Person | null {
  return demoState.people[Math.floor(random.next() ** 1.8 * demoState.people.length)] ?? null;
}

/** Orders of products on sale: four of five are paid, most others expire. */
async function buy(play: Play): Promise<void> {
  const { platform, random, stage } = play;
  const person = someone(play);
  const market = (await platform.call('configSnapshot', {}))?.market;
  if (!person || !market) return;
  const [productType, products] = random.weighted([
    [['coin', market.coinPacks], 6],
    [['compute', market.powerPacks], 3],
    [['vip', market.plans], 2],
  ] as const);
  if (products.length === 0) return;
  const { userId } = person;
  const requested = {
    userId,
    productType,
    productId: random.pick<{ id: number }>(products).id,
    channel: 'sandbox',
    client: clients[userId % clients.length] ?? 'web',
    ip: `10.30.${userId % 7}.${20 + (userId % 200)}`,
  } as const;
  const order = await platform.call('orderCreate', requested);
  if (!order) return;
  const { orderNo, payable: amount, currency } = order;
  // In the demo, the sandbox replaces a real gateway, so its orders count as real revenue.
  const { database } = stage.foundation;
  await database.transaction((tx) =>
    tx.updateTable('orders').set({ test_money: 0 }).where('no', '=', orderNo).execute(),
  );
  const outcome = random.weighted([
    ['paid', 80],
    ['left', 13],
    ['cancelled', 7],
  ]);
  stage.moveTo(stage.now() + random.integer(5_000, 90_000));
  if (outcome === 'cancelled') await platform.call('orderCancel', { orderNo });
  if (outcome !== 'paid') return;
  const at = stage.now();
  const notice = { eventId: `E-${orderNo}`, orderNo, tradeNo: `T-${orderNo}`, amount, currency, paidAt: at };
  const hmac = (text: string) => createHmac('sha256', platform.sandboxSecret).update(text).digest('hex');
  await platform.call('payNotify', signSandboxNotice(notice, hmac, at));
}

async function redeem(play: Play): Promise<void> {
  const person = someone(play);
  const code = person ? play.demoState.codes.pop() : undefined;
  if (person && code !== undefined) await play.platform.call('redeemUse', { userId: person.userId, code });
}

async function signIn(play: Play): Promise<void> {
  const person = someone(play);
  if (person) await play.platform.call('signIn', { userId: person.userId });
}

/** Models that are currently offered, with their keys. */
async function readModels({ stage }: Play): Promise<Model[]> {
  const { read } = stage.foundation.database;
  const types = ['chat', 'reasoning', 'vision', 'image'] as const;
  const rows = await read
    .selectFrom('ai_models')
    .select(['id', 'name', 'type', 'key_group'])
    .where('status', '=', 'enabled')
    .where('type', 'in', types)
    .orderBy('id')
    .execute();
  const keys = await read.selectFrom('api_keys').select(['id', 'key_group']).orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    keyIds: keys.filter((key) => key.key_group === row.key_group).map((key) => key.id),
  }));
}

/** A use: a hold, a call with a leased key, and a capture. */
async function use(play: Play): Promise<void> {
  const { platform, random } = play;
  const person = someone(play);
  const models = await readModels(play);
  const model = models[Math.floor(random.next() ** 1.4 * models.length)];
  if (!person || !model) return;
  const isImage = model.type === 'image';
  const texts = random.weighted([
    ['chat', 6],
    ['write', 2],
    ['agent', 1],
    ['know', 1],
  ] as const);
  const capability = isImage ? 'draw' : texts;
  const amount = random.integer(2, isImage ? 20 : 12);
  const asset = isImage || random.chance(0.1) ? 'compute' : 'coin';
  const requested = { userId: person.userId, capability, asset, amount, requestId: randomUUID() } as const;
  const held = await platform.call('billingHold', requested);
  if (!held) return;
  const { holdNo } = held;
  if (random.chance(0.03)) {
    await platform.call('billingRelease', { holdNo });
    return;
  }
  const usage = {
    ...{
      modelId: model.id,
      modelName: model.name,
      apiKeyId: model.keyIds.length > 0 ? random.pick(model.keyIds) : null,
      units: isImage ? 1 : 0,
    },
    promptTokens: isImage ? 0 : random.integer(60, 1_800),
    completionTokens: isImage ? 0 : random.integer(80, 1_400),
    latencyMs: random.integer(700, 9_000),
    upstreamCost: amount * random.integer(400, 900),
    stream: !isImage,
  };
  const firstTokenMs = isImage ? null : Math.round(usage.latencyMs / 6);
  const captured = { holdNo, amount: random.integer(1, amount), usage: { ...usage, firstTokenMs } };
  await platform.call('billingCapture', captured);
}

/** Closes unpaid orders, as the server does automatically. */
async function tidy({ platform }: Play): Promise<void> {
  while ((await closeDue(platform.orders)) > 0);
}
