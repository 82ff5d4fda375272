"""What people want to know of a live hand: waits, tiles left, furiten. Pure."""
