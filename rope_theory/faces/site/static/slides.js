// Left and right arrows go from slide to slide; without this script Space and Page Down do.
"use strict";
addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const slides = [...document.querySelectorAll("header, section")];
  const next = slides[slides.findLastIndex((slide) => slide.getBoundingClientRect().top < innerHeight / 3) + step];
  if (!next) return;
  event.preventDefault();
  next.scrollIntoView();
});
