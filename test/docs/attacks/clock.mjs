// Sets the clock forward by 31 days at SIGUSR2: `node --import clock.mjs`.
const { now } = Date;
let offset = 0;
Date.now = () => now() + offset;
process.on('SIGUSR2', () => {
  offset += 31 * 24 * 60 * 60 * 1000;
  console.log('31 days later');
});
