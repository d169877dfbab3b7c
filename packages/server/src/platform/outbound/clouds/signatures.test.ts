import { expect, test } from 'vitest';
import { signAliyunCall } from './aliyun-signature.ts';
import { signTencentHeaders } from './tencent-signature.ts';

test('signs the example in the documentation of Alibaba Cloud correctly', () => {
  const { url, headers } = signAliyunCall({
    url: 'https://ecs.cn-shanghai.aliyuncs.com/',
    action: 'RunInstances',
    version: '2014-05-26',
    parameters: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    keyId: 'YourAccessKeyId',
    secret: 'YourAccessKeySecret',
    at: Date.parse('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  });
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
      'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
  expect(url).toMatch(/\/\?ImageId=win2019.*&RegionId=cn-shanghai$/);
});

test('encodes parameters in the URL as in the signature', () => {
  const call = { url: 'https://a.example/', action: 'A', version: '1', keyId: 'k', secret: 's', at: 0, nonce: 'n' };
  const value = `龙门 *~!'()+&="{}`;
  const { url } = signAliyunCall({ ...call, parameters: { P: value } });
  expect(url).toBe('https://a.example/?P=%E9%BE%99%E9%97%A8%20%2A~%21%27%28%29%2B%26%3D%22%7B%7D');
  expect(new URL(url).href).toBe(url);
  expect(new URL(url).searchParams.get('P')).toBe(value);
});

test('signs the example in the documentation of Tencent Cloud correctly', () => {
  const headers = signTencentHeaders({
    url: 'https://cvm.tencentcloudapi.com/',
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
    secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
    at: 1_551_113_065_000,
  });
  expect(headers.authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, ' +
      'SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});
