import { at, jsonIn, refusalOf, TrialFailed } from '../../outbound/index.ts';
import { type ModerationProvider, namesAmong } from './moderation-provider.ts';

/** Whoever speaks like OpenAI's /moderations, at the address of the settings. */
export const openaiModeration: ModerationProvider = {
  url: null,
  longest: 20_000,
  abreast: 4,
  signs: false,
  async ask(send, { settings: { model }, secret, url, text }) {
    const answer = await send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      },
      body: JSON.stringify({ input: text, ...(model ? { model } : {}) }),
    });
    const refusal = refusalOf(answer.status);
    if (refusal) throw refusal;
    const result = at(jsonIn(answer.body), 'results', 0);
    const flagged = at(result, 'flagged');
    if (typeof flagged !== 'boolean') throw new TrialFailed('answer');
    const given = at(result, 'categories');
    const hits = Object.entries(typeof given === 'object' && given !== null ? given : {}).filter(
      ([, is]) => is === true,
    );
    return { level: flagged ? 'block' : 'pass', categories: namesAmong(hits.map(([category]) => category)) };
  },
};
