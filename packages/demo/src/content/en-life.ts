import type { Topic } from './topic.ts';

export const enLife: readonly Topic[] = [
  {
    titles: ['{days} days in {city}', '{city} with kids', 'What to eat in {city}'],
    requests: [
      'We have {days} days in {city} {when}, two adults and a child. Plan it for us?',
      'Where do locals eat in {city}? No tourist traps.',
      'What is the weather like in {city} {when}, and what do we pack?',
      'Is {days} days enough for {city} and a day trip?',
    ],
    follows: [
      'Which area should we stay in?',
      'And if it rains?',
      'Can we do it without a car?',
      'What should we book ahead?',
      'Keep it under 1,000 a person.',
    ],
    opens: [
      'An unhurried plan:',
      'Go area by area and you save an hour a day:',
      'Short answer: yes, if you stay central.',
    ],
    points: [
      'Arrive in the afternoon and plan nothing but a walk and an early night.',
      'Museums first thing, parks after lunch; queues are half as long.',
      'Eat two streets away from any landmark.',
      'Leave the last half day open for whatever you missed.',
      'A day pass pays for itself after three rides.',
      'One big sight a day is plenty with a child.',
      'Evenings are cool {when}; take a layer.',
    ],
    closes: [
      'Check opening hours before you go.',
      'Tell me where you start from and I will look at trains.',
      'Shall I put it into a table?',
    ],
    slots: {
      city: ['Lisbon', 'Kyoto', 'Edinburgh', 'Barcelona', 'Vancouver', 'Melbourne', 'Prague', 'Copenhagen'],
      days: ['two', 'three', 'four', 'five'],
      when: ['in May', 'in October', 'at Easter', 'in late summer', 'in December'],
    },
  },
  {
    titles: ['{dish} for beginners', 'My {dish} failed', '{dish} tonight'],
    requests: [
      'How do I make {dish} with only a {tool}?',
      'Why does my {dish} always turn out too dry?',
      'How much do I need to make {dish} for four?',
      'Can I make {dish} the day before?',
    ],
    follows: [
      'Without dairy?',
      'How long does it keep?',
      'What goes with it?',
      'Lower heat or shorter time?',
      'Can I freeze it?',
    ],
    opens: ['A {tool} is fine. Step by step:', 'Dry usually means too long, not too hot:', 'For four people:'],
    points: [
      'Salt in two rounds, the second after tasting.',
      'Pat everything dry before it meets the heat.',
      'With a {tool}, use a third less liquid.',
      'Three spices are a dish; six are a cupboard.',
      'Let it rest for five minutes off the heat.',
      'Keep some of the cooking water; it fixes most sauces.',
    ],
    closes: ['Try half the amount first.', 'Tell me how it turns out.', 'Enjoy your meal.'],
    slots: {
      dish: ['risotto', 'roast chicken', 'lentil soup', 'fried rice', 'banana bread', 'shakshuka'],
      tool: ['frying pan', 'slow cooker', 'microwave', 'rice cooker', 'single hob', 'toaster oven'],
    },
  },
  {
    titles: ['{subject} for {stage}', 'Practice: {subject}', 'Explain {concept}'],
    requests: [
      'Explain {concept} to someone in {stage}.',
      'Give me five {subject} exercises for {stage}, answers at the end.',
      'My daughter is in {stage} and struggles with {subject}. How do we plan the term?',
      'What is the best way to revise {concept} in a week?',
    ],
    follows: [
      'Two harder ones, please.',
      'An everyday example?',
      'Why is that step allowed?',
      'How long each day?',
      'Check my answer: 42.',
    ],
    opens: ['Think of it this way:', 'Five exercises, from easy to hard:', 'A plan that survives a busy week:'],
    points: [
      'Twenty-five minutes a day beat three hours on Sunday.',
      'Say the idea in your own words before you solve anything.',
      'Write down why an answer was wrong, not only the right one.',
      'Draw {concept} on one page; the blank spots are what to study.',
      'After ten minutes of being stuck, look at a hint.',
      'Test yourself at the end of the week, without notes.',
    ],
    closes: [
      'Send me your answers and I will mark them.',
      'Review after four weeks.',
      'Ask again if a step is unclear.',
    ],
    slots: {
      subject: ['maths', 'physics', 'chemistry', 'English grammar', 'history', 'biology'],
      stage: ['year 6', 'year 9', 'high school', 'first-year university'],
      concept: ['fractions', 'photosynthesis', 'the passive voice', 'momentum', 'probability', 'the water cycle'],
    },
  },
  {
    titles: ['Learning to {goal}', '{goal}: four weeks', 'Sticking with it'],
    requests: [
      'I want to {goal} and have {time} a day. Where do I start?',
      'A month in and no progress with trying to {goal}. What am I doing wrong?',
      'Make me a four-week plan to {goal} from scratch.',
      'I always give up after three days. How do I {goal} for good?',
    ],
    follows: [
      'Do I rest at weekends?',
      'What do I need to buy?',
      'How do I track it?',
      'I missed a week, start over?',
      'Make week one easier.',
    ],
    opens: [
      '{time} is plenty if it is always the same time:',
      'Make it too small to fail:',
      'Four weeks, a little more each:',
    ],
    points: [
      'Tie it to something that you already do every day.',
      'In week one only turning up counts.',
      'Write it down once a week, not once a day.',
      'Missing one day is nothing; never miss two.',
      'Do it with someone and you are far more likely to finish.',
      'On a bad night’s sleep, halve it rather than skip it.',
    ],
    closes: [
      'Come back in a week and tell me.',
      'Start with five minutes today.',
      'See a doctor first if anything hurts.',
    ],
    slots: {
      goal: ['run', 'wake up earlier', 'learn Spanish', 'save money', 'play the guitar', 'read more', 'cook at home'],
      time: ['ten minutes', 'twenty minutes', 'half an hour'],
    },
  },
];
