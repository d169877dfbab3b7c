import { say } from '@gantry/core';
import type { Caller } from '../context.ts';
import { type Trial, trial } from '../outbound/index.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { channelGroups } from './pay-addresses.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';
import { standingOf } from './standing-of.ts';

/** The trial of each channel that has one. */
export function payTrials(adapters: PaymentAdapters): SettingsTrials {
  const entries = Object.entries(channelGroups).flatMap(([group, channel]) => {
    const adapter = adapters.get(channel);
    const run = adapter?.probe && ((_input: unknown, caller: Caller) => tried(adapter, caller));
    return run ? [[`system/${group}/probe`, run] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** What the gateway said, and why the channel cannot be used all the same: it is off, or something else is missing. */
async function tried(adapter: PaymentAdapter, { locale }: Caller): Promise<Trial & { readonly said?: string }> {
  const answer: Trial & { readonly said?: string } = await trial(() => told(adapter));
  const why = answer.ok || answer.problem === 'off' ? await standingOf(adapter) : null;
  const said = [answer.said ?? '', why ? say(why, locale) : ''].filter((words) => words !== '');
  return said.length === 0 ? answer : { ...answer, said: said.join(' · ') };
}

async function told({ probe }: PaymentAdapter) {
  const answer = (await probe?.()) ?? {};
  return 'problem' in answer ? { ...answer, ok: false } : answer;
}
