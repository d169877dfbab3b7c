import { randomUUID } from 'node:crypto';
import { signAliyunCall } from '../../../platform/outbound/clouds/aliyun-signature.ts';
import { ConnectionTestError, getPath, parseJson, toRejection } from '../../../platform/outbound/index.ts';
import { type ModerationProvider, pickNames, type Verdict } from './moderation-provider.ts';

const levels: Readonly<Record<string, Verdict['level']>> = {
  none: 'pass',
  low: 'pass',
  medium: 'suspect',
  high: 'block',
};
const authErrors = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|NoPermission)/;

/** Alibaba Cloud: TextModerationPlus of Green 2022-03-02. Acceptable text has the label `nonLabel`. */
export const aliyunModeration: ModerationProvider = {
  url: 'https://green-cip.cn-shanghai.aliyuncs.com/',
  maxLength: 2000,
  concurrency: 8,
  needsKey: true,
  async judge(send, { settings: { keyId, model }, secret, url, text, at: moment }) {
    const signed = signAliyunCall({
      url,
      action: 'TextModerationPlus',
      version: '2022-03-02',
      parameters: {},
      form: { Service: model || 'llm_query_moderation', ServiceParameters: JSON.stringify({ content: text }) },
      keyId: keyId ?? '',
      secret: secret ?? '',
      at: moment,
      nonce: randomUUID(),
    });
    const { status, body } = await send({ ...signed, method: 'POST' });
    const response = parseJson(body);
    const code = getPath(response, 'Code');
    if (typeof code === 'string' && code !== '200')
      throw new ConnectionTestError(authErrors.test(code) ? 'auth' : 'rejected', code.slice(0, 100));
    const rejection = toRejection(typeof code === 'number' ? code : status);
    if (rejection) throw rejection;
    const level = levels[String(getPath(response, 'Data', 'RiskLevel'))];
    if (level === undefined) throw new ConnectionTestError('answer');
    if (level === 'pass') return { level, categories: [] };
    const results = getPath(response, 'Data', 'Result');
    const labels = (Array.isArray(results) ? results : []).map((one) => getPath(one, 'Label'));
    return { level, categories: pickNames(labels.filter((label) => label !== 'nonLabel')) };
  },
};
