import { randomInt, randomUUID } from 'node:crypto';
import type { ServiceApiClient } from '@gantry/core';
import { createSimulatedCall, pick, type SimulatedCall } from './simulate-action.ts';
import { createShop } from './simulate-shop.ts';
import type { Stock } from './simulate-stock.ts';

/** The simulated platform: its users ask, get answers and pay for them. */
export interface Platform {
  /** The next call, which may complete an earlier one. */
  next(): SimulatedCall;
  /** Calls that release everything that is still open. */
  rest(): SimulatedCall[];
  /** Points that users have paid. */
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

interface Weighted {
  readonly weight: number;
  make(): SimulatedCall;
}

/** Simulates the calls of a platform by their weights, without those for which it has no stock. */
export function createPlatform(
  api: ServiceApiClient,
  userIds: readonly number[],
  stock: Stock,
  sandboxSecret: string | null,
): Platform {
  const open: OpenHold[] = [];
  const sums = { charged: 0 };
  const shop = createShop(api, userIds, stock, sandboxSecret);
  const kinds: readonly Weighted[] = [
    { weight: 8, make: () => createSimulatedCall('userGet', () => api.call('userGet', { userId: pick(userIds) })) },
    {
      weight: 4,
      make: () => createSimulatedCall('userSeen', () => api.call('userSeen', { people: [{ userId: pick(userIds) }] })),
    },
    { weight: 8, make: () => createSimulatedCall('textCheck', () => api.call('textCheck', { text: pick(questions) })) },
    { weight: 4, make: () => createSimulatedCall('billingQuote', () => api.call('billingQuote', use(userIds, stock))) },
    { weight: 12, make: () => createSimulatedCall('billingHold', () => hold(api, use(userIds, stock), open)) },
    {
      weight: 8,
      make: () => createSimulatedCall('chatAppend', () => chat(api, pick(userIds), pick(modelsOf(stock)).name)),
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
      for (const { weight, make } of kinds) {
        if (left < weight) return make();
        left -= weight;
      }
      throw new Error('the weights have no end');
    },
    rest: () => [
      ...open
        .splice(0)
        .map(({ holdNo }) => createSimulatedCall('billingRelease', () => api.call('billingRelease', { holdNo }))),
      ...shop.rest(),
    ],
    charged: () => sums.charged,
  };
}

function use(userIds: readonly number[], { purses }: Stock) {
  const userId = pick(userIds);
  const capability = pick(['chat', 'chat', 'chat', 'write', 'draw'] as const);
  return { userId, capability, asset: pick(purses.get(userId) ?? (['coin'] as const)), amount: randomInt(1, 60) };
}

async function hold(api: ServiceApiClient, requested: ReturnType<typeof use>, open: OpenHold[]): Promise<void> {
  const { holdNo, amount } = await api.call('billingHold', { ...requested, requestId: randomUUID() });
  open.push({ holdNo, amount, capability: requested.capability });
}

/** The models of the platform, or typical names when it has none. */
const modelsOf = ({
  models,
}: Stock): readonly { readonly id: number | null; readonly name: string; readonly type: string }[] =>
  models.length > 0 ? models : someModels;

/** A model that suits the capability: an image model for drawing, if there is one. */
function modelFor(stock: Stock, capability: string) {
  const models = modelsOf(stock);
  const fitting = models.filter(({ type }) => (type === 'image') === (capability === 'draw'));
  return pick(fitting.length > 0 ? fitting : models);
}

/** Most uses cost less than the hold, some cost more, and some are released. */
function settle(
  api: ServiceApiClient,
  { holdNo, amount, capability }: OpenHold,
  stock: Stock,
  sums: { charged: number },
): SimulatedCall {
  if (randomInt(10) === 0) return createSimulatedCall('billingRelease', () => api.call('billingRelease', { holdNo }));
  const used = Math.round((amount * randomInt(30, 115)) / 100);
  const { id: modelId, name: modelName } = modelFor(stock, capability);
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
