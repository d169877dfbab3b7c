import { randomInt, randomUUID } from 'node:crypto';
import type { ServiceApiClient } from '@gantry/core';
import { createShop } from './simulate-shop.ts';
import type { Stock } from './simulate-stock.ts';
import { createSimulatedCall, pick, type SimulatedCall, type WeightedCall } from './simulated-call.ts';

/** A simulated platform: users who ask questions, get answers and pay for them. */
export interface Platform {
  /** The next call; some calls follow from earlier ones. */
  next(): SimulatedCall;
  /** The calls that end what is still open: holds to release and leases to report. */
  finish(): SimulatedCall[];
  /** Credits that users have paid. */
  charged(): number;
}

const questions = [
  'How do I write a polite reminder?',
  '帮我把这段话改得更简洁',
  'Explain this error to me',
  '给我三个周末活动的主意',
  '把会议记录整理成待办事项',
];
const someModels = ['gpt-4.1', 'qwen-max', 'deepseek-v3', 'claude-sonnet'].map((name) => ({
  id: null,
  name,
  type: 'chat',
}));

interface OpenHold {
  readonly holdNo: string;
  readonly amount: number;
  readonly capability: string;
}

/** Creates a platform that makes random calls; calls for which the stock has nothing are left out. */
export function createPlatform(
  api: ServiceApiClient,
  userIds: readonly number[],
  stock: Stock,
  sandboxSecret: string | null,
): Platform {
  const open: OpenHold[] = [];
  const sums = { charged: 0 };
  const shop = createShop(api, userIds, stock, sandboxSecret);
  const kinds: readonly WeightedCall[] = [
    { weight: 8, create: () => createSimulatedCall('userGet', () => api.call('userGet', { userId: pick(userIds) })) },
    {
      weight: 4,
      create: () =>
        createSimulatedCall('userSeen', () => api.call('userSeen', { people: [{ userId: pick(userIds) }] })),
    },
    {
      weight: 8,
      create: () => createSimulatedCall('textCheck', () => api.call('textCheck', { text: pick(questions) })),
    },
    {
      weight: 4,
      create: () => createSimulatedCall('billingQuote', () => api.call('billingQuote', createUse(userIds, stock))),
    },
    { weight: 12, create: () => createSimulatedCall('billingHold', () => hold(api, createUse(userIds, stock), open)) },
    {
      weight: 8,
      create: () => createSimulatedCall('chatAppend', () => chat(api, pick(userIds), pick(getModels(stock)).name)),
    },
    ...shop.kinds,
  ];
  const all = kinds.reduce((sum, { weight }) => sum + weight, 0);
  return {
    next() {
      const started = open.shift();
      if (started) return settle(api, started, stock, sums);
      const due = shop.due();
      if (due) return due;
      let left = randomInt(all);
      for (const { weight, create } of kinds) {
        if (left < weight) return create();
        left -= weight;
      }
      throw new Error('the drawn number exceeds the sum of weights');
    },
    finish: () => [
      ...open
        .splice(0)
        .map(({ holdNo }) => createSimulatedCall('billingRelease', () => api.call('billingRelease', { holdNo }))),
      ...shop.finish(),
    ],
    charged: () => sums.charged,
  };
}

function createUse(userIds: readonly number[], { assets }: Stock) {
  const userId = pick(userIds);
  const capability = pick(['chat', 'chat', 'chat', 'write', 'draw'] as const);
  return { userId, capability, asset: pick(assets.get(userId) ?? (['coin'] as const)), amount: randomInt(1, 60) };
}

async function hold(api: ServiceApiClient, requested: ReturnType<typeof createUse>, open: OpenHold[]): Promise<void> {
  const { holdNo, amount } = await api.call('billingHold', { ...requested, requestId: randomUUID() });
  open.push({ holdNo, amount, capability: requested.capability });
}

/** The platform's models, or typical names when it has none. */
const getModels = ({
  models,
}: Stock): readonly { readonly id: number | null; readonly name: string; readonly type: string }[] =>
  models.length > 0 ? models : someModels;

/** A random model for a capability; images are drawn by an image model, if there is one. */
function pickModel(stock: Stock, capability: string) {
  const models = getModels(stock);
  const fitting = models.filter(({ type }) => (type === 'image') === (capability === 'draw'));
  return pick(fitting.length > 0 ? fitting : models);
}

/** Settles a hold: most uses cost less than was held, some cost more, and some are released without a charge. */
function settle(
  api: ServiceApiClient,
  { holdNo, amount, capability }: OpenHold,
  stock: Stock,
  sums: { charged: number },
): SimulatedCall {
  if (randomInt(10) === 0) return createSimulatedCall('billingRelease', () => api.call('billingRelease', { holdNo }));
  const used = Math.round((amount * randomInt(30, 115)) / 100);
  const { id: modelId, name: modelName } = pickModel(stock, capability);
  const usage = {
    modelId,
    modelName,
    promptTokens: randomInt(20, 900),
    completionTokens: randomInt(10, 1500),
    latencyMs: randomInt(200, 9000),
    upstreamCost: used * 700,
  };
  return createSimulatedCall('billingCapture', async () => {
    const { charged } = await api.call('billingCapture', { holdNo, amount: used, usage });
    sums.charged += charged;
  });
}

function chat(api: ServiceApiClient, userId: number, model: string): Promise<unknown> {
  const question = pick(questions);
  return api.call('chatAppend', {
    sessionId: `simulated-${userId}-${randomInt(50)}`,
    userId,
    title: question,
    modelName: model,
    messages: [
      { clientId: randomUUID(), role: 'user', content: question },
      {
        clientId: randomUUID(),
        role: 'assistant',
        content: `${question} …`,
        modelName: model,
        completionTokens: randomInt(10, 800),
      },
    ],
  });
}
