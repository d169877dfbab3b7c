import { randomInt } from 'node:crypto';
import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { NewPassword } from '../admin-rows.ts';
import type { SessionDeps } from '../session-deps.ts';

/**
 * The most common parts of passwords, in lower case without added digits and marks: a password made only of these is rejected.
 * Includes short words and names, since long passwords are made of them.
 */
const commonWords: readonly string[] = `
password passwort passw0rd passwd pass word contrasena senha motdepasse parola wachtwoord mima kouling denglu
admin administrator administrador root superuser supervisor sysadmin system server service test tester testing demo guest
user username default changeme letmein welcome login logon signin access secret secure security private public master
manager office company internet computer network windows linux ubuntu android iphone google facebook twitter amazon
microsoft apple samsung huawei xiaomi tencent alibaba baidu taobao weixin wechat alipay douyin weibo qq
gantry console platform backend backoffice control controlroom dashboard workplace operator openai chatgpt claude gemini
deepseek model agent robot
guanli guanliyuan houtai xitong pingtai yonghu ceshi gongsi zhongguo china beijing shanghai shenzhen guangzhou hangzhou
woaini iloveyou iloveu loveyou lovely love loveme forever baby babygirl honey sweet sweetheart darling angel princess
prince queen king jesus christ heaven faith blessed family mother father sister brother friend friends
dragon monkey tiger lion eagle falcon phoenix wolf bear horse dolphin butterfly spider shark panda kitten kitty puppy
cat dog chicken turtle rabbit snake
sunshine summer winter spring autumn flower rainbow ocean river mountain island forest garden cloud thunder lightning
shadow silver golden diamond crystal purple orange yellow green black white blue red
football soccer baseball basketball hockey tennis golf cricket rugby liverpool chelsea arsenal barcelona manchester
juventus realmadrid yankees cowboys steelers lakers eagles packers broncos rangers dodgers raiders giants
superman batman spiderman ironman starwars startrek pokemon pikachu naruto goku mario sonic minecraft fortnite
warcraft callofduty gamer killer hunter ranger soldier warrior ninja samurai pirate wizard magic merlin gandalf
matrix trustno hello helloworld hello123 goodbye whatever nothing something anything fuckyou fuckoff asshole bitch
michael michelle jennifer jessica jordan joshua daniel david andrew anthony robert thomas matthew charlie charles
william james john johnny george richard steven stephen patrick samantha ashley nicole amanda sarah melissa
elizabeth victoria alexander alexandra alexis benjamin jonathan christopher christian brandon justin taylor maggie
bailey buster ginger pepper cookie chocolate banana cheese coffee whiskey vodka hotdog pizza burger
mercedes ferrari porsche corvette mustang camaro harley yamaha honda toyota suzuki kawasaki ducati bmw audi
freedom america canada england london paris berlin madrid moscow tokyo sydney newyork texas florida california
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday weekend today tomorrow
one two three four five six seven eight nine ten zero hundred thousand million
correcthorsebatterystaple correct battery staple thequickbrownfox quick brown fox jumps over lazy
abc abcd abcdef qwer qwert qwerty qwertz azerty asdf asdfg asdfgh zxcv zxcvb zxcvbn qaz wsx edc rfv tgb yhn ujm
qazwsx qazwsxedc qwaszx zaq xsw cde vfr bgt nhy mju wasd
open opensesame sesame backup database oracle mysql postgres postgresql redis sqlite mongodb docker jenkins gitlab
github ansible production staging development release deploy monitor nagios zabbix grafana cisco router switch
temp temporary new newpass newpassword mypass mypassword yourpassword thisismypassword password1 pwd pw key
fortune lucky dabai xiaobai laoshi laopo laogong baobei qinaide gege jiejie didi meimei nihao nihaoma
wang zhang liu chen yang zhao huang zhou wu xu sun zhu hu guo lin luo liang song tang feng deng cao zeng xiao tian dong
student teacher school college university hospital police lawyer doctor nurse engineer developer programmer
music guitar piano drummer metallica nirvana eminem beatles elvis blink slipknot
money dollar rich bitcoin crypto ethereum wallet casino poker winner champion number
`
  .split(/\s+/)
  .filter((word) => word !== '');

/** Maximum password length, in characters; nothing is truncated below it. */
export const passwordMax = 256;
/** Minimum length with two-factor. */
const passwordMinWithTwoFactor = 8;
/** Minimum number of characters after removing easily guessed parts. */
const ownCharacters = 5;

interface PasswordRules {
  /** Minimum password length in characters. */
  readonly min: number;
  /** Names of the user, which are not secret. */
  readonly names: readonly string[];
}

const words = {
  tooShort: (min: number): LocalizedText => ({
    zh: `密码至少需要 ${min} 个字符`,
    en: `The password must have at least ${min} characters`,
  }),
  tooLong: { zh: `密码最多 ${passwordMax} 个字符`, en: `The password can have at most ${passwordMax} characters` },
  guessable: {
    zh: '密码太常见或规律太明显，请换一个更难猜的',
    en: 'This password is too easy to guess. Choose another one.',
  },
} as const;

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const runs = rows.flatMap((row) => [row + row, [...(row + row)].reverse().join('')]);
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const longestFirst = [...new Set(commonWords)].filter((word) => word.length > 2).sort((a, b) => b.length - a.length);

/** Removes runs of three or more characters along a keyboard row, the alphabet or the digits, in either direction. */
function omitRuns(text: string): string {
  let left = '';
  for (let at = 0; at < text.length; ) {
    let end = at + 3;
    while (end <= text.length && runs.some((run) => run.includes(text.slice(at, end)))) end += 1;
    const length = end - 1 - at;
    if (length >= 3) at += length;
    else {
      left += text[at];
      at += 1;
    }
  }
  return left;
}

function omitWords(text: string, names: readonly string[]): string {
  const known = names.map((name) => name.toLowerCase()).filter((name) => name.length > 2);
  return [...known, ...longestFirst].reduce((left, word) => left.replaceAll(word, ''), text);
}

/** `aaaa` -> `a`, `abcabcabc` -> `abc`: repeating adds nothing that has to be guessed. */
function omitRepeats(text: string): string {
  return text.replace(/(.{1,8}?)\1+/gsu, '$1');
}

/** What is left of a password without known words, names, runs and repeats; the longest result of all readings. */
function getOwnPart(password: string, names: readonly string[]): number {
  const plain = password.normalize('NFKC').toLowerCase();
  const spelled = [...plain].map((letter) => lookAlikes[letter] ?? letter).join('');
  const left = [plain, spelled].map((text) => {
    const raw = omitRepeats(omitRuns(omitWords(text, names)));
    return new Set(raw.replace(/(?:19|20)\d\d/g, '').replace(/[\s!-/:-@[-`{-~]/g, '')).size;
  });
  return Math.min(...left);
}

/** Why a password is rejected, as a text; null when it is accepted. Characters are counted as code points. */
export function validatePassword(password: string, rules: PasswordRules, locale: Locale): string | null {
  const length = [...password.normalize('NFKC')].length;
  if (length < rules.min) return localize(words.tooShort(rules.min), locale);
  if ([...password].length > passwordMax) return localize(words.tooLong, locale);
  return getOwnPart(password, rules.names) < ownCharacters ? localize(words.guessable, locale) : null;
}

export interface PasswordOptions {
  readonly password: string;
  /** The field under which an error is reported. */
  readonly field: string;
  readonly names: readonly string[];
  readonly twoFactor: boolean;
}

function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length;
}

/** Hashes a password that the policy accepts; throws a field error for any other. */
export async function acceptPassword(
  deps: Pick<SessionDeps, 'settings' | 'hasher'>,
  locale: Locale,
  options: PasswordOptions,
): Promise<NewPassword> {
  const { passwordMin } = await deps.settings.read('system', 'loginSecurity');
  const min = options.twoFactor ? Math.min(passwordMin, passwordMinWithTwoFactor) : passwordMin;
  const rejection = validatePassword(options.password, { min, names: options.names }, locale);
  if (rejection !== null) throw new ApiError('invalid', { errors: { [options.field]: [rejection] } });
  return { hash: await deps.hasher.hash(options.password), length: lengthOf(options.password) };
}

/** Letters and digits that are easy to distinguish on paper. */
const legible = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A password for one sign-in: 24 random characters in groups, about 137 bits. */
export function generateTemporaryPassword(): string {
  const group = () => Array.from({ length: 6 }, () => legible[randomInt(legible.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
