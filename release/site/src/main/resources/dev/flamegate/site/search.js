'use strict';
// Finds the sections that contain every word; those with the words in a heading come first.
const up = document.currentScript.dataset.up;
const box = document.querySelector('.search');
const input = box.querySelector('input');
const list = box.querySelector('.found');
const MOST = 12;
const AROUND = 60;
// Where things are explained comes before where they were decided, noted or measured.
const BEHIND = /\/internals\/|^CHANGELOG|^bench\//;
const sections = SECTIONS.map(([address, page, heading, text]) => ({
  address, page, heading, text,
  title: (page + ' ' + heading).toLowerCase(),
  own: heading.toLowerCase(),
  words: text.toLowerCase(),
}));

function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const at = section.own.indexOf(word);
    const beginsWord = at >= 0 && (at === 0 || !/[a-z0-9]/.test(section.own[at - 1]));
    if (at >= 0) sum += beginsWord ? 9 : 6;
    else if (section.title.includes(word)) sum += 3;
    else if (section.words.includes(word)) sum += 1;
    else return 0;
  }
  return BEHIND.test(section.address) ? sum / 4 : sum;
}

function excerpt(section, words) {
  const at = words.map(word => section.words.indexOf(word)).filter(i => i >= 0);
  const from = Math.max(0, (at.length ? Math.min(...at) : 0) - AROUND);
  return (from > 0 ? '…' : '') + section.text.slice(from, from + 3 * AROUND) + (section.text.length > from + 3 * AROUND ? '…' : '');
}

function item(section, words) {
  const link = document.createElement('a');
  link.href = up + section.address;
  const title = document.createElement('strong');
  title.textContent = section.heading === section.page ? section.page : section.page + ' › ' + section.heading;
  const text = document.createElement('span');
  text.textContent = excerpt(section, words);
  link.append(title, text);
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
  const found = words.length === 0 ? [] : sections
    .map(section => ({section, score: score(section, words)}))
    .filter(one => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
  list.replaceChildren(...found.map(one => item(one.section, words)));
  if (words.length > 0 && found.length === 0) {
    const none = document.createElement('li');
    none.textContent = 'Nothing contains all of these words.';
    list.append(none);
  }
  list.hidden = words.length === 0;
}

input.addEventListener('input', search);
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape') {
    input.value = '';
    search();
  } else if (event.key === 'Enter' && document.activeElement === input) {
    list.querySelector('a')?.click();
  }
});
list.addEventListener('click', () => { list.hidden = true; });
box.hidden = false;
// On a phone the contents would push the text off the screen.
if (window.matchMedia('(max-width: 800px)').matches) document.querySelector('nav details').open = false;
