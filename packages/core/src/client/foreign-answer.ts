import type { Locale } from '../definition/words.ts';

/** Statuses of a proxy that may pass when the same is sent again later. */
const passing: readonly number[] = [429, 502, 503, 504];

interface ForeignWords {
  readonly zh: string;
  readonly en: string;
}

const words: ReadonlyMap<number, ForeignWords> = new Map([
  [
    413,
    {
      zh: '请求内容超过了服务器前代理的上限。请减少一次发送的内容，或调高代理的上限',
      en: 'The request is too large for the proxy in front of the server. Send less at a time, or raise the limit of the proxy',
    },
  ],
  [429, { zh: '代理收到的请求太多。请稍后再试', en: 'The proxy received too many requests. Try again later' }],
  [502, { zh: '代理连接不到服务器。请稍后再试', en: 'The proxy cannot reach the server. Try again later' }],
  [503, { zh: '代理没有可用的服务器。请稍后再试', en: 'The proxy has no server available. Try again later' }],
  [
    504,
    {
      zh: '服务器没有及时应答代理。请先确认操作是否已完成，再重试',
      en: 'The server did not answer the proxy in time. Check whether it was done, then try again',
    },
  ],
]);

const otherwise: ForeignWords = {
  zh: '应答不是来自 Gantry 服务器。请检查地址和代理',
  en: 'The answer did not come from a Gantry server. Check the address and the proxy',
};

/** Says what an answer means that has no envelope: something between the client and the server sent it. */
export function foreignAnswerMessage(status: number, locale: Locale): string {
  const { zh, en } = words.get(status) ?? otherwise;
  return locale === 'zh-CN' ? `${zh}（HTTP ${status}）。` : `${en} (HTTP ${status}).`;
}

/** Whether a call that got no envelope may succeed when it is sent again: always when it got no answer at all. */
export function isForeignRetryable(status: number | null): boolean {
  return status === null || passing.includes(status);
}
