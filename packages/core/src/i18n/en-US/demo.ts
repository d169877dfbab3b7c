import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/demo.ts';

export const words: WordsLike<typeof zh> = {
  demo: {
    help: `npm run demo -- [options]: a platform with 90 days of data, in a folder of its own

  --data FOLDER      data folder; .gantry-demo when not given
  --port PORT        7300 when not given
  --rows COUNT       about so many chat messages; 40000 when not given
  --database URL     an empty postgres://... database instead of SQLite in the folder
  --seed NUMBER      seed of chance; 1 when not given
  --live COUNT       simulated calls of the platform a minute, for an hour; 2 when not given, 0 for none`,
    filling: 'Preparing the demo platform; this is done once and takes about a minute...',
    people: 'Admins',
    work: 'Daily work',
    chats: 'Chat records',
    filled: 'The demo platform is ready, after {{seconds}} s',
    foreign: '{{folder}} exists and is not a demo folder; choose another with --data',
    signIn: 'Sign in: username {{username}}, password {{password}}',
    passwordHint: 'The password was created for this start and is not stored. Running this again creates a new one.',
    live: 'The platform is lively: about {{rate}} simulated calls a minute for an hour',
    noOwner: 'The demo account was deleted; sign in as another admin',
    badValue: '{{flag}} does not take {{given}}',
  },
};
