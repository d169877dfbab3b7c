import { randomInt, randomUUID } from 'node:crypto';
import type { ServiceApiClient, ServiceCallName } from '@gantry/core';

/** A call that the simulated platform makes. */
export interface Deed {
  readonly name: ServiceCallName;
  run(): Promise<unknown>;
}

/** The platform as it would be: people who ask, are answered, and pay for it. */
export interface Platform {
  /** What it does next; some of it follows from what it did before. */
  next(): Deed;
  /** What it has not settled yet: holds that are given back. */
  rest(): Deed[];
  /** Points that people have paid. */
  charged(): number;
}

const questions = [
  'How do I write a polite reminder?',
  '帮我把这段话改得更简洁',
  'Explain this error to me',
  '给我三个周末活动的主意',
  '把会议记录整理成待办事项',
];
const models = ['gpt-4.1', 'qwen-max', 'deepseek-v3', 'claude-sonnet'];
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

interface OpenHold {
  readonly holdNo: string;
  readonly amount: number;
}

export function createPlatform(api: ServiceApiClient, userIds: readonly number[]): Platform {
  const open: OpenHold[] = [];
  const sums = { charged: 0 };
  const deed = (name: ServiceCallName, run: () => Promise<unknown>): Deed => ({ name, run });
  const kinds: readonly { readonly weight: number; make(): Deed }[] = [
    { weight: 2, make: () => deed('userGet', () => api.call('userGet', { userId: pick(userIds) })) },
    { weight: 2, make: () => deed('textCheck', () => api.call('textCheck', { text: pick(questions) })) },
    { weight: 1, make: () => deed('billingQuote', () => api.call('billingQuote', use(userIds))) },
    { weight: 3, make: () => deed('billingHold', () => hold(api, userIds, open)) },
    { weight: 2, make: () => deed('chatAppend', () => chat(api, pick(userIds))) },
  ];
  const all = kinds.reduce((sum, { weight }) => sum + weight, 0);
  return {
    next() {
      const started = open.shift();
      if (started) return settle(api, started, sums);
      let left = randomInt(all);
      for (const { weight, make } of kinds) {
        if (left < weight) return make();
        left -= weight;
      }
      throw new Error('the weights have no end');
    },
    rest: () =>
      open.splice(0).map(({ holdNo }) => deed('billingRelease', () => api.call('billingRelease', { holdNo }))),
    charged: () => sums.charged,
  };
}

const use = (userIds: readonly number[]) =>
  ({
    userId: pick(userIds),
    capability: pick(['chat', 'write', 'draw'] as const),
    asset: pick(['coin', 'power'] as const),
    amount: randomInt(1, 60),
  }) as const;

async function hold(api: ServiceApiClient, userIds: readonly number[], open: OpenHold[]): Promise<void> {
  const { holdNo, amount } = await api.call('billingHold', { ...use(userIds), requestId: randomUUID() });
  open.push({ holdNo, amount });
}

/** Most uses cost less than was held, some more, and some come to nothing. */
function settle(api: ServiceApiClient, { holdNo, amount }: OpenHold, sums: { charged: number }): Deed {
  if (randomInt(10) === 0) return { name: 'billingRelease', run: () => api.call('billingRelease', { holdNo }) };
  const used = Math.round((amount * randomInt(30, 115)) / 100);
  const usage = {
    modelName: pick(models),
    promptTokens: randomInt(20, 900),
    completionTokens: randomInt(10, 1500),
    latencyMs: randomInt(200, 9000),
    upstreamCost: used * 700,
  };
  return {
    name: 'billingCapture',
    run: async () => {
      const { charged } = await api.call('billingCapture', { holdNo, amount: used, usage });
      sums.charged += charged;
    },
  };
}

function chat(api: ServiceApiClient, userId: number): Promise<unknown> {
  const question = pick(questions);
  const model = pick(models);
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
