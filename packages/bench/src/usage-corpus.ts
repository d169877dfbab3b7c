import { type AnyResource, aiModel, fillDefaults, order, user } from '@gantry/core';
import { rebuildUsage } from '../../server/src/modules/ledger/rebuild-usage.ts';
import { createHourOf } from '../../server/src/platform/context/day-of.ts';
import type { Cell, Database, NewColumn, Row } from '../../server/src/platform/store/database.ts';
import { createRow, insertRecords } from '../../server/src/platform/store/records.ts';
import { seeded } from './chat-corpus.ts';

const people = 400;
const zone = 'Asia/Shanghai';
const chunk = 10_000;
const dayMs = 86_400_000;
/** How many days the records cover. */
const corpusDays = 90;

/** Each model has one purpose and two keys. */
const models = ['chat', 'chat', 'chat', 'write', 'draw', 'draw', 'video', 'know'] as const;

const columns: readonly NewColumn[] = [
  { name: 'request_id', type: 'text' },
  { name: 'user_id', type: 'bigint' },
  { name: 'capability', type: 'text' },
  { name: 'model_id', type: 'bigint' },
  { name: 'model_name', type: 'text' },
  { name: 'api_key_id', type: 'bigint' },
  { name: 'prompt_tokens', type: 'bigint' },
  { name: 'completion_tokens', type: 'bigint' },
  { name: 'asset', type: 'text' },
  { name: 'list_amount', type: 'bigint' },
  { name: 'charged_amount', type: 'bigint' },
  { name: 'upstream_cost', type: 'bigint' },
  { name: 'status', type: 'text' },
  { name: 'latency_ms', type: 'bigint' },
  { name: 'stream', type: 'integer' },
  { name: 'day', type: 'text' },
  { name: 'hour', type: 'bigint' },
  { name: 'created_at', type: 'bigint' },
];

/** Creates users of the platform. Only the first few hundred use it. */
export async function addPeople(database: Database, count: number): Promise<void> {
  for (let at = 0; at < count; at += chunk) {
    const rows = Array.from({ length: Math.min(chunk, count - at) }, (_, index): Row => {
      const values = { username: `person-${at + index}`, kind: 'user', source: 'web', inviteCode: `I${at + index}` };
      return createRow(user, values, { by: null, at: Date.now() - corpusDays * dayMs + at + index });
    });
    await database.transaction((tx) => insertRecords(tx, database.dialect, user, rows));
  }
  await addModels(database);
  await database.optimise();
}

/** Creates the models that the records refer to. */
async function addModels(database: Database): Promise<void> {
  const rows = models.map((_, at): Row => {
    const values = {
      name: `model-${at + 1}`,
      code: `model-${at + 1}`,
      type: 'chat',
      provider: 'custom',
      keyGroup: 'default',
    };
    return createRow(aiModel, { ...completed(aiModel), ...values }, { by: null, at: Date.now() });
  });
  await database.transaction((tx) => insertRecords(tx, database.dialect, aiModel, rows));
}

/** The default values of a record, in its first state. */
function completed(resource: AnyResource): Row {
  const values = Object.entries(fillDefaults({}, resource.fields, 'create'));
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

export async function addOrders(database: Database, count: number): Promise<void> {
  const random = seeded(5);
  for (let at = 0; at < count; at += chunk) {
    const rows = Array.from({ length: Math.min(chunk, count - at) }, (_, index): Row => {
      const payable = 100 + Math.floor(random() * 50_000);
      const values = {
        ...{ no: `B${String(at + index).padStart(9, '0')}`, userId: 1 + Math.floor(random() * people) },
        ...{ productType: 'coin', productName: 'Coins', payable, paid: payable, refunded: 0, payChannel: 'manual' },
        ...{ fulfilStatus: 'done', latePaid: false, quantity: 1, amount: payable, discount: 0, currency: 'CNY' },
      };
      return createRow(order, values, { by: null, at: Date.now() - corpusDays * dayMs + at + index });
    });
    await database.transaction((tx) => insertRecords(tx, database.dialect, order, rows));
  }
  await database.optimise();
}

/** Adds records over the same days and by the same users, as if the platform were used more. */
export async function addUsage(database: Database, count: number, seed: number): Promise<void> {
  const random = seeded(seed);
  const hourOf = createHourOf();
  const end = Date.now();
  const oneOf = (many: number) => Math.floor(random() * many);
  const getRow = (at: number): Cell[] => {
    const moment = Math.floor(end - corpusDays * dayMs + (at / count) * corpusDays * dayMs);
    const model = oneOf(models.length);
    const amount = 1 + oneOf(60);
    const { day, hour } = hourOf(moment, zone);
    return [
      ...[`${seed}-${at}`, 1 + oneOf(people), models[model] ?? 'chat', model + 1, `model-${model + 1}`],
      ...[model * 2 + 1 + oneOf(2), oneOf(2000), oneOf(2000), random() < 0.7 ? 'coin' : 'compute', amount, amount],
      ...[amount * 700, random() < 0.02 ? 'failed' : 'success', 200 + oneOf(9000), 1, day, hour, moment],
    ];
  };
  for (let at = 0; at < count; at += chunk) {
    const rows = Array.from({ length: Math.min(chunk, count - at) }, (_, index) => getRow(at + index));
    await database.transaction((tx) => database.dialect.insertMany(tx, 'usage_records', columns, rows));
  }
  await rebuildUsage(database, hourOf, async () => zone);
  await database.optimise();
}
