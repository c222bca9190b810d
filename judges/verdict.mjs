// Counts the tests in a JUnit report of Specmatic, and shows what failed.
//
//   node verdict.mjs REPORT KIND
//
// Prints the number of tests and of failures on the first line. Of KIND `wrong` only the requests that must be refused count: the
// others in that report are sent under keys that were used before, and are judged in the report of KIND `right`.

import { readFileSync } from 'node:fs';

const [report, kind] = process.argv.slice(2);
const tests = readFileSync(report, 'utf8')
  .split('<testcase ')
  .slice(1)
  .map((text) => ({ name: text.match(/contractTest\(\) &gt; ([^"]*)"/)[1], failed: /<(failure|error)\b/.test(text) }))
  .filter((test) => kind !== 'wrong' || test.name.startsWith('-ve'));
const failed = tests.filter((test) => test.failed);
console.log(`${tests.length} ${failed.length}`);
failed.slice(0, 20).forEach((test) => console.log(`  failed: ${test.name.replaceAll('&gt;', '>').slice(0, 400)}`));
