import { coinPacks, faqs, plans, powerPacks } from '../content/market.ts';
import type { Scene, Script } from '../scene.ts';
import { createMaker } from './catalog-scenes.ts';

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** Products: plans and packs are put on sale, one of each is taken off sale again, and a price is raised. */
export function shopScenes(script: Script): Scene[] {
  const { make, run } = createMaker(script);
  const { stage, cast, activity, days } = script;
  const sell = async (entity: string, bodies: readonly Readonly<Record<string, unknown>>[]) => {
    for (const [at, body] of bodies.entries()) {
      const id = await make(entity, body, at, cast.owner);
      await run(entity, 'publish', { id });
      if (at === 3) await run(entity, 'unpublish', { id });
    }
  };
  const opening: Scene = {
    at: activity.work(1),
    play: async () => {
      await sell('vip-plan', plans.map(planBody));
      await sell(
        'currency-pack',
        coinPacks.map(([name, coin, bonus, price, validDays, tag]) => ({ name, coin, bonus, price, validDays, tag })),
      );
      await sell(
        'power-pack',
        powerPacks.map(([name, compute, bonus, price, validDays, tag], at) => ({
          ...{ name, compute, bonus, price, validDays, tag },
          capabilities: at === 2 ? ['draw'] : null,
        })),
      );
    },
  };
  const dearer: Scene = {
    at: activity.work(Math.floor(days / 2)),
    play: async () => {
      const { items } = await stage.call<{ items: Versioned[] }>('/vip-plan/list', { pageSize: 1 }, cast.owner);
      for (const { id, version } of items) await run('vip-plan', 'update', { id, version, price: 1290 });
    },
  };
  return [opening, dearer];
}

function planBody([name, nameEn, level, price, originalPrice, months, chat, draw, giftCoin]: (typeof plans)[number]) {
  const quotas = [
    { capability: 'chat', amount: chat, period: 'day' },
    { capability: 'draw', amount: draw, period: 'month' },
  ];
  const duration = { durationUnit: 'month', durationValue: months, renewalPolicy: 'inherit' };
  const benefits = { rateMultiplier: 10_000 - level * 500, concurrency: level * 5 };
  return {
    name,
    nameEn,
    level,
    price,
    originalPrice,
    quotas,
    giftCoin,
    recommended: level === 2,
    ...benefits,
    ...duration,
  };
}

/** Questions about memberships; one answer is unpublished again. */
export function faqScenes(script: Script): Scene[] {
  const { make, run } = createMaker(script);
  const editor = script.cast.named('wang.fang');
  const written: Scene = {
    at: script.activity.work(2),
    play: async () => {
      for (const [at, [question, questionEn, answer, answerEn, category]] of faqs.entries()) {
        const id = await make('vip-faq', { question, questionEn, answer, answerEn, category }, at, editor);
        if (at === 4) await run('vip-faq', 'disable', { id }, editor);
      }
    },
  };
  return [written];
}
