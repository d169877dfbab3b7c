import { ConnectionTestError, getPath, parseJson, toRejection } from '../../../platform/outbound/index.ts';
import { type ModerationProvider, pickNames } from './moderation-provider.ts';

/** Whoever speaks like OpenAI's /moderations, at the address of the settings. */
export const openaiModeration: ModerationProvider = {
  url: null,
  longest: 20_000,
  abreast: 4,
  signs: false,
  async prompt(send, { settings: { model }, secret, url, text }) {
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
    const rejection = toRejection(answer.status);
    if (rejection) throw rejection;
    const result = getPath(parseJson(answer.body), 'results', 0);
    const flagged = getPath(result, 'flagged');
    if (typeof flagged !== 'boolean') throw new ConnectionTestError('answer');
    const given = getPath(result, 'categories');
    const hits = Object.entries(typeof given === 'object' && given !== null ? given : {}).filter(
      ([, is]) => is === true,
    );
    return { level: flagged ? 'block' : 'pass', categories: pickNames(hits.map(([category]) => category)) };
  },
};
